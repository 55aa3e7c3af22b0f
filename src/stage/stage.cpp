#include "stage/stage.h"

#include <bit>

#include "base/hash.h"
#include "base/number.h"
#include "stage/bubble.h"
#include "stage/memory.h"
#include "stage/pen.h"

namespace ounce {

Stage::Stage() = default;
Stage::~Stage() = default;

std::shared_ptr<const Stage> Stage::create(const Project& project) {
    std::shared_ptr<Stage> stage(new Stage);
    stage->skins_ = std::make_unique<Skins>(project);
    return stage;
}

SkinId Stage::skin(int target, int costume) const { return skins_->find(target, costume); }

Point Stage::skinSize(SkinId skin) const {
    if (skin < 0 || skin >= skins_->count()) return {};
    const SkinShape& shape = (*skins_)[skin].shape;
    return {shape.width, shape.height};
}

const std::vector<std::string>& Stage::warnings() const { return skins_->warnings; }

StageState Stage::initialState() const { return StageState(*this); }

StageState::StageState(const Stage& stage) : memory_(std::make_unique<Memory>()) {
    memory_->skins = stage.skins_.get();
    memory_->largestLevel.assign(static_cast<std::size_t>(stage.skins_->count()), kNoLevel);
}
StageState::StageState(const StageState& other) : memory_(std::make_unique<Memory>(*other.memory_)) {}
StageState::StageState(StageState&&) noexcept = default;
StageState& StageState::operator=(const StageState& other) {
    if (this == &other) return *this;
    if (memory_)
        *memory_ = *other.memory_;
    else
        memory_ = std::make_unique<Memory>(*other.memory_);
    return *this;
}
StageState& StageState::operator=(StageState&&) noexcept = default;
StageState::~StageState() = default;

namespace {

bool sameBits(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }
bool sameBits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool sameHull(const Hull* a, const Hull* b) {
    if (a == b) return true;
    if (!a || !b || a->size() != b->size()) return false;
    for (std::size_t i = 0; i < a->size(); i++)
        if ((*a)[i].x != (*b)[i].x || (*a)[i].y != (*b)[i].y) return false;
    return true;
}

}  // namespace

bool Drawable::operator==(const Drawable& o) const {
    if (!alive && !o.alive) return true;
    return alive == o.alive && visible == o.visible && group == o.group && skin == o.skin &&
           sameBits(x, o.x) && sameBits(y, o.y) && sameBits(scaleX, o.scaleX) && sameBits(scaleY, o.scaleY) &&
           sameBits(direction, o.direction) && effects.on == o.effects.on &&
           std::equal(effects.uniform.begin(), effects.uniform.end(), o.effects.uniform.begin(),
                      [](double p, double q) { return sameBits(p, q); }) &&
           sameHull(hull, o.hull) && bubbleOnRight == o.bubbleOnRight &&
           (bubble == o.bubble || (bubble && o.bubble && *bubble == *o.bubble));
}

bool StageState::operator==(const StageState& other) const {
    const Memory &a = *memory_, &b = *other.memory_;
    return a.skins == b.skins && a.drawables == b.drawables && a.order == b.order &&
           a.largestLevel == b.largestLevel && a.penDrawable == b.penDrawable &&
           (a.pen == b.pen || (a.pen && b.pen && *a.pen == *b.pen));
}

std::uint64_t StageState::hash() const {
    Hash hasher;
    const Memory& m = *memory_;
    for (const Drawable& d : m.drawables) {
        hasher.add(std::uint64_t{d.alive});
        if (!d.alive) continue;
        hasher.add(static_cast<std::uint64_t>(d.visible) | static_cast<std::uint64_t>(d.group) << 1 |
                   static_cast<std::uint64_t>(d.effects.on) << 8 |
                   static_cast<std::uint64_t>(d.skin + 4) << 16 |
                   (d.hull ? static_cast<std::uint64_t>(d.hull->size() + 1) << 48 : 0));
        for (const double value : {double{d.x}, double{d.y}, double{d.scaleX}, double{d.scaleY}, d.direction})
            hasher.add(value);
        if (d.effects.on)
            for (const double value : d.effects.uniform) hasher.add(value);
    }
    for (const DrawableId id : m.order) hasher.add(static_cast<std::uint64_t>(id));
    for (const std::int8_t level : m.largestLevel) hasher.add(static_cast<std::uint64_t>(level + 128));
    if (m.pen) hasher.add(m.pen->hash());
    return hasher.low();
}

namespace {

void addDrawable(Hash& hash, const Drawable& d) {
    hash.add(static_cast<std::uint64_t>(d.visible) | static_cast<std::uint64_t>(d.bubbleOnRight) << 1 |
             static_cast<std::uint64_t>(d.group) << 2 | static_cast<std::uint64_t>(d.effects.on) << 8 |
             static_cast<std::uint64_t>(d.skin + 4) << 16);
    for (const double value : {double{d.x}, double{d.y}, double{d.scaleX}, double{d.scaleY}, d.direction})
        hash.add(value);
    for (const double value : d.effects.uniform) hash.add(value);
    hash.add(d.hull != nullptr);
    if (d.hull) {
        hash.add(static_cast<std::uint64_t>(d.hull->size()));
        for (const Point& p : *d.hull) {
            hash.add(p.x);
            hash.add(p.y);
        }
    }
    if (!d.bubble) return;
    hash.add(d.bubble->think);
    for (const char c : d.bubble->text) hash.add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
}

}  // namespace

std::uint64_t StageState::penHash() const { return memory_->pen ? memory_->pen->hash() : 0; }

const std::size_t StageState::kPenPieceBytes = sizeof(PenBand);

std::vector<const void*> StageState::penPieces() const {
    std::vector<const void*> pieces;
    for (int i = 0; memory_->pen && i < PenLayer::kBands; i++) {
        if (const PenBand* band = memory_->pen->band(i)) pieces.push_back(band);
    }
    return pieces;
}

void StageState::canonical(Hash& hash) const {
    const Memory& m = *memory_;
    for (const DrawableId id : m.order) addDrawable(hash, m.drawables[static_cast<std::size_t>(id)]);
    for (const std::int8_t level : m.largestLevel) hash.add(std::int32_t{level});
    if (m.pen) hash.add(m.pen->hash());
}

DrawableId StageState::create(LayerGroup group) { return memory_->create(group); }

void StageState::destroy(DrawableId drawable) {
    if (memory_->has(drawable)) memory_->destroy(drawable);
}

void StageState::setPosition(DrawableId drawable, double x, double y) {
    Drawable& d = (*memory_)[drawable];
    const auto newX = static_cast<float>(roundHalfUp(x)), newY = static_cast<float>(roundHalfUp(y));
    if (d.x == newX && d.y == newY) return;
    d.x = newX, d.y = newY;
    d.moved();
}

void StageState::setDirectionAndSize(DrawableId drawable, double direction, double size,
                                     RotationStyle style) {
    Drawable& d = (*memory_)[drawable];
    const auto scale = static_cast<float>(size);
    const float scaleX =
        style == RotationStyle::LeftRight && direction < 0 ? static_cast<float>(-size) : scale;
    if (style != RotationStyle::AllAround) direction = 90;
    if (d.direction != direction) {
        d.direction = direction;
        d.rotationDirty = true;
        d.turned();
    }
    if (d.scaleX != scaleX || d.scaleY != scale) {
        d.scaleX = scaleX, d.scaleY = scale;
        d.levelDirty = true;
        d.turned();
    }
}

void StageState::setVisible(DrawableId drawable, bool visible) {
    Drawable& d = (*memory_)[drawable];
    if (d.visible == visible) return;
    d.visible = visible;
    d.forgetHull();
}

void StageState::setSkin(DrawableId drawable, SkinId skin) {
    Drawable& d = (*memory_)[drawable];
    if (d.skin == skin) return;
    d.skin = skin;
    d.levelDirty = true;
    d.turned();
    d.forgetHull();
}

void StageState::setEffect(DrawableId drawable, Effect effect, double value) {
    Drawable& d = (*memory_)[drawable];
    d.effects.set(effect, value);
    if (bitOf(effect) & kShapeEffects) d.forgetHull();
}

void StageState::drawn() {
    for (Drawable& d : memory_->drawables) {
        if (!d.alive || !d.visible || d.skin < 0) continue;
        memory_->wantRaster(d);
    }
}

}  // namespace ounce
