// JavaScript in six verbs: new context, evaluate, call, host function, deferred promise, time limit.
//
// A JsEngine is a virtual machine for one thread; a JsContext is a world of globals of its own inside it.
// Contexts of one engine share compiled code, but no object reaches from one into the other. Each context is
// deterministic: its random numbers, dates and timers are its own (see environment.h).
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/value.h"
#include "script/environment.h"
#include "script/exceptions.h"
#include "script/value.h"

struct OpaqueJSContextGroup;

namespace ounce {

// Loads the engine's library, which takes some milliseconds; the first JsEngine does so, too. In any thread,
// at any time: a process may still fork after it.
void loadJavaScript();

class JsEngine {
  public:
    JsEngine();
    JsEngine(const JsEngine&) = delete;
    JsEngine& operator=(const JsEngine&) = delete;
    ~JsEngine();

    // Ends any evaluate or call that computes for longer; it then fails with an exception that JavaScript
    // cannot catch. An endless chain of promises goes on for ever all the same.
    void setTimeLimit(double seconds);

  private:
    friend class JsContext;
    const OpaqueJSContextGroup* group_;
};

template <class T>
using JsResult = std::expected<T, JsException>;

// One call of a host function: its arguments, and its result, undefined unless given.
class JsCall {
  public:
    [[nodiscard]] std::size_t count() const { return arguments_.size(); }
    [[nodiscard]] bool isUndefined(std::size_t i) const;  // also an argument that is missing
    [[nodiscard]] bool isFunction(std::size_t i) const;
    [[nodiscard]] double number(std::size_t i) const;  // NaN where there is none
    [[nodiscard]] int integer(std::size_t i) const;    // 0 where there is none
    [[nodiscard]] bool boolean(std::size_t i) const;
    [[nodiscard]] std::string text(std::size_t i) const;
    [[nodiscard]] Value scalar(std::size_t i) const;  // number, truth value or text; all else as text
    [[nodiscard]] JsValue value(std::size_t i) const;

    void give(double number);
    void give(bool boolean);
    void give(std::string_view utf8);
    void give(const char* utf8) { give(std::string_view(utf8)); }
    void give(const Value& value);
    void give(const JsValue& value);
    void give(std::span<const double> numbers);  // an array
    void give(std::span<const Value> values);    // an array
    void giveNull();
    void throwError(std::string_view message);  // an Error of JavaScript
    void rethrow(const JsException& exception);

  private:
    friend class JsContext;
    JsCall(JsContextRef context, std::span<const JsValueRef> arguments)
        : context_(context), arguments_(arguments) {}
    JsContextRef context_;
    std::span<const JsValueRef> arguments_;
    JsValueRef result_ = nullptr;
    JsValueRef thrown_ = nullptr;
};

using HostFunction = std::function<void(JsCall&)>;

// A promise that C++ keeps or breaks.
struct JsDeferred {
    JsValue promise, resolve, reject;
};

class JsContext {
  public:
    JsContext(JsEngine& engine, JsEnvironment environment);
    JsContext(const JsContext&) = delete;
    JsContext& operator=(const JsContext&) = delete;
    ~JsContext();

    // `file` is what exceptions call the source.
    JsResult<JsValue> evaluate(std::string_view source, const std::string& file);
    JsResult<JsValue> call(const JsValue& function, std::span<const JsValue> arguments = {});
    JsValue function(const std::string& name, HostFunction body);
    JsDeferred deferred();

    JsValue number(double value);
    JsValue text(std::string_view utf8);
    JsValue value(const Value& value);
    [[nodiscard]] Value toValue(const JsValue& value) const;  // numbers, truth values, all else as text
    JsValue object();
    void set(const JsValue& object, std::string_view name, const JsValue& value);
    [[nodiscard]] JsValue global() const;

    // What environment.js gives back: `now`, `fireNext`, `fireDue`, `waiting` (the timers), `reseed`.
    [[nodiscard]] const JsValue& environment() const { return timers_; }
    // What time the context's `Date` shows, in ms since its start; timers that were waited for included.
    [[nodiscard]] double now();
    // Lets time pass until the next timer and fires it; false: no timer is waiting.
    JsResult<bool> fireNextTimer();
    // Fires the timers that are due by now.
    JsResult<bool> fireDueTimers();

  private:
    JsResult<bool> fire(const char* verb);
    JsResult<JsValue> finish(JsValueRef result, JsValueRef exception);

    struct HostData;
    static JsValueRef invoke(JsContextRef context, OpaqueJSValue* function, OpaqueJSValue*, std::size_t count,
                             const JsValueRef arguments[], JsValueRef* exception);
    static void forget(OpaqueJSValue* function);

    OpaqueJSContext* context_;
    JsEnvironment environment_;
    JsValue timers_;  // what environment.js gives back
};

}  // namespace ounce
