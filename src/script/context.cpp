#include "script/context.h"

#include <cmath>
#include <vector>

#include "base/text.h"
#include "script/javascript_core.h"
#include "script/text.h"

namespace ounce {
namespace {

JSObjectRef asObject(JSValueRef value) { return const_cast<JSObjectRef>(value); }

JSValueRef makeError(JSContextRef context, std::string_view message) {
    const JSValueRef text = JSValueMakeString(context, JsText(message).ref());
    return JSObjectMakeError(context, 1, &text, nullptr);
}

}  // namespace

// ---- time limit ----

JsEngine::JsEngine() : group_(JSContextGroupCreate()) {}
JsEngine::~JsEngine() { JSContextGroupRelease(group_); }

void JsEngine::setTimeLimit(double seconds) {
    JSContextGroupSetExecutionTimeLimit(group_, seconds, nullptr, nullptr);
}

// ---- new context ----

JsContext::JsContext(JsEngine& engine, JsEnvironment environment)
    : context_(JSGlobalContextCreateInGroup(engine.group_, nullptr)), environment_(std::move(environment)) {
    const JsValue host = object();
    set(host, "seed", number(environment_.seed));
    set(host, "startDate", number(environment_.startDate));
    set(host, "clock", function("clock", [this](JsCall& call) {
            call.give(environment_.clock ? environment_.clock() : 0.0);
        }));
    set(host, "log", function("log", [this](JsCall& call) {
            if (environment_.log) environment_.log(call.text(0), call.text(1));
        }));
    const JsValue arguments[] = {host};
    // Our own source: it neither fails to parse nor throws.
    timers_ = *call(*evaluate(environmentFiles()[0].text, "environment.js"), arguments);
}

JsContext::~JsContext() {
    timers_ = {};
    JSGlobalContextRelease(context_);
}

// ---- evaluate, call ----

JsResult<JsValue> JsContext::finish(JsValueRef result, JsValueRef exception) {
    if (exception) return std::unexpected(describeException(JsValue(context_, exception)));
    return JsValue(context_, result);
}

JsResult<JsValue> JsContext::evaluate(std::string_view source, const std::string& file) {
    JSValueRef exception = nullptr;
    JSValueRef result =
        JSEvaluateScript(context_, JsText(source).ref(), nullptr, JsText(file).ref(), 1, &exception);
    return finish(result, exception);
}

JsResult<JsValue> JsContext::call(const JsValue& function, std::span<const JsValue> arguments) {
    if (!function.isFunction()) {
        return std::unexpected(
            describeException(JsValue(context_, makeError(context_, "this is not a function"))));
    }
    std::vector<JSValueRef> values;
    for (const JsValue& argument : arguments) {
        values.push_back(argument.ref() ? argument.ref() : JSValueMakeUndefined(context_));
    }
    JSValueRef exception = nullptr;
    JSValueRef result = JSObjectCallAsFunction(context_, asObject(function.ref()), nullptr, values.size(),
                                               values.data(), &exception);
    return finish(result, exception);
}

// ---- host functions ----

struct JsContext::HostData {
    HostFunction body;
};

JsValueRef JsContext::invoke(JsContextRef context, OpaqueJSValue* function, OpaqueJSValue*, std::size_t count,
                             const JsValueRef arguments[], JsValueRef* exception) {
    JsCall call(context, {arguments, count});
    static_cast<HostData*>(JSObjectGetPrivate(function))->body(call);
    if (call.thrown_) *exception = call.thrown_;
    return call.result_ ? call.result_ : JSValueMakeUndefined(context);
}

void JsContext::forget(OpaqueJSValue* function) {
    delete static_cast<HostData*>(JSObjectGetPrivate(function));
}

JsValue JsContext::function(const std::string& name, HostFunction body) {
    // One class for all: what a function does is its private data.
    static const JSClassRef hostClass = [] {
        JSClassDefinition definition{};
        definition.className = "HostFunction";
        definition.callAsFunction = &JsContext::invoke;
        definition.finalize = &JsContext::forget;
        return JSClassCreate(&definition);
    }();
    JSObjectRef made = JSObjectMake(context_, hostClass, new HostData{std::move(body)});
    const JsValue result(context_, made);
    set(result, "name", text(name));
    return result;
}

// ---- deferred promise ----

JsDeferred JsContext::deferred() {
    JSObjectRef resolve = nullptr, reject = nullptr;
    JSObjectRef promise = JSObjectMakeDeferredPromise(context_, &resolve, &reject, nullptr);
    return {JsValue(context_, promise), JsValue(context_, resolve), JsValue(context_, reject)};
}

// ---- values ----

JsValue JsContext::number(double value) { return {context_, JSValueMakeNumber(context_, value)}; }
JsValue JsContext::text(std::string_view utf8) {
    return {context_, JSValueMakeString(context_, JsText(utf8).ref())};
}
JsValue JsContext::value(const Value& value) { return {context_, toJavaScript(context_, value)}; }
Value JsContext::toValue(const JsValue& value) const {
    return value.ref() ? fromJavaScript(context_, value.ref()) : Value();
}
JsValue JsContext::object() { return {context_, JSObjectMake(context_, nullptr, nullptr)}; }
JsValue JsContext::global() const { return {context_, JSContextGetGlobalObject(context_)}; }

void JsContext::set(const JsValue& object, std::string_view name, const JsValue& value) {
    JSObjectSetProperty(context_, asObject(object.ref()), JsText(name).ref(), value.ref(),
                        kJSPropertyAttributeNone, nullptr);
}

// ---- time ----

double JsContext::now() {
    const auto result = call(timers_.get("now"));
    return result ? result->toNumber() : 0;
}

JsResult<bool> JsContext::fire(const char* verb) {
    auto result = call(timers_.get(verb));
    if (!result) return std::unexpected(std::move(result).error());
    return result->toBoolean();
}
JsResult<bool> JsContext::fireNextTimer() { return fire("fireNext"); }
JsResult<bool> JsContext::fireDueTimers() { return fire("fireDue"); }

// ---- a call of a host function ----

bool JsCall::isUndefined(std::size_t i) const {
    return i >= arguments_.size() || JSValueIsUndefined(context_, arguments_[i]);
}
bool JsCall::isFunction(std::size_t i) const {
    return i < arguments_.size() && JSValueIsObject(context_, arguments_[i]) &&
           JSObjectIsFunction(context_, asObject(arguments_[i]));
}
double JsCall::number(std::size_t i) const {
    return i < arguments_.size() ? JSValueToNumber(context_, arguments_[i], nullptr) : std::nan("");
}
int JsCall::integer(std::size_t i) const {
    const double value = number(i);
    return std::fabs(value) < 2e9 ? static_cast<int>(value) : 0;
}
bool JsCall::boolean(std::size_t i) const {
    return i < arguments_.size() && JSValueToBoolean(context_, arguments_[i]);
}
std::string JsCall::text(std::size_t i) const {
    return i < arguments_.size() ? textFromJavaScript(context_, arguments_[i]).utf8() : std::string();
}
Value JsCall::scalar(std::size_t i) const {
    return i < arguments_.size() ? fromJavaScript(context_, arguments_[i]) : Value();
}
JsValue JsCall::value(std::size_t i) const {
    return i < arguments_.size() ? JsValue(context_, arguments_[i]) : JsValue();
}

void JsCall::give(double number) { result_ = JSValueMakeNumber(context_, number); }
void JsCall::give(bool boolean) { result_ = JSValueMakeBoolean(context_, boolean); }
void JsCall::give(std::string_view utf8) { result_ = JSValueMakeString(context_, JsText(utf8).ref()); }
void JsCall::give(const Value& value) { result_ = toJavaScript(context_, value); }
void JsCall::give(const JsValue& value) { result_ = value.ref(); }
void JsCall::giveNull() { result_ = JSValueMakeNull(context_); }

void JsCall::give(std::span<const double> numbers) {
    std::vector<JSValueRef> values;
    values.reserve(numbers.size());
    for (double number : numbers) values.push_back(JSValueMakeNumber(context_, number));
    result_ = JSObjectMakeArray(context_, values.size(), values.data(), nullptr);
}

void JsCall::give(std::span<const Value> items) {
    // One after the other into the array: texts that only a vector of ours holds are not safe from the
    // collector.
    JSObjectRef array = JSObjectMakeArray(context_, 0, nullptr, nullptr);
    result_ = array;
    unsigned index = 0;
    for (const Value& item : items) {
        JSObjectSetPropertyAtIndex(context_, array, index++, toJavaScript(context_, item), nullptr);
    }
}

void JsCall::throwError(std::string_view message) { thrown_ = makeError(context_, message); }
void JsCall::rethrow(const JsException& exception) { thrown_ = exception.thrown.ref(); }

}  // namespace ounce
