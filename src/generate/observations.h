// What runs of one test with different seeds look like: at moments, and over time.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "generate/value_range.h"
#include "testing/check.h"

namespace ounce {

// What blocks of a program can change: nothing else is worth asking for.
class Changeable {
  public:
    explicit Changeable(const Program& program);
    [[nodiscard]] bool operator()(const Check& check) const;

  private:
    [[nodiscard]] std::uint64_t writtenBy(const Subject& subject) const;

    const Program& program_;
    std::vector<std::uint64_t> written_;  // by sprite: what its blocks write, as facets
    std::uint64_t all_ = 0;
    bool volume_ = false;
};

// What can be seen at one moment, by question. x and y are questions of their own: a sprite may be at a
// random place on a line.
using Observation = std::map<std::string, Check>;
// `touching`: also who touches whom, which takes pictures.
Observation observe(Look& look, const Changeable& changeable, bool touching = true);

// What a question is about can be more or less.
bool isNumeric(Check::Kind kind);

// All answers to one question over the time of several runs.
class Course {
  public:
    explicit Course(const Check& first) : first_(first) {}
    void add(const Check& check, std::size_t run);

    [[nodiscard]] const Check& first() const { return first_; }
    [[nodiscard]] const ValueRange& range() const { return range_; }
    // Answers that every run gave at some time, if there are few; only of what is no matter of degree.
    [[nodiscard]] std::vector<Check> givenByAll(std::size_t runs) const;
    // What every run reached: the least of their greatest numbers, the greatest of their least.
    [[nodiscard]] double reachedByAll() const;
    [[nodiscard]] double sunkToByAll() const;

  private:
    struct Answer {
        Check check;
        std::size_t runs = 0, last = 0;  // last: one more than the last run that gave it
    };
    Check first_;
    ValueRange range_;
    std::vector<ValueRange> runs_;
    std::map<std::string, Answer> answers_;
    bool many_ = false;  // too many to keep
};

using Courses = std::map<std::string, Course>;

}  // namespace ounce
