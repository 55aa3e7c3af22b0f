// project.json of Scratch 3, out: the members in the order in which the editor writes them.
#include "base/json_writer.h"
#include "project/load.h"
#include "project/sb3/format.h"

namespace ounce {
namespace {

void write(JsonWriter& json, const Scalar& value) {
    struct Visitor {
        JsonWriter& json;
        void operator()(std::nullptr_t) const { json.null(); }
        void operator()(bool v) const { json.boolean(v); }
        void operator()(double v) const { json.number(v); }
        void operator()(const std::string& v) const { json.string(v); }
    };
    std::visit(Visitor{json}, value);
}

void write(JsonWriter& json, const std::optional<std::string>& text) {
    text ? json.string(*text) : json.null();
}

void writeMember(JsonWriter& json, std::string_view key, const std::optional<double>& value) {
    if (value) json.key(key).number(*value);
}

void write(JsonWriter& json, const Extra& extra) {
    for (const auto& [key, value] : extra) json.key(key).raw(value);
}

void write(JsonWriter& json, const Primitive& primitive) {
    json.beginArray().number(primitive.code);
    write(json, primitive.value);
    if (primitive.code >= 11) json.string(primitive.id);
    if (primitive.x || primitive.y) primitive.x ? json.number(*primitive.x) : json.null();
    if (primitive.y) json.number(*primitive.y);
    json.endArray();
}

void write(JsonWriter& json, const Slot& slot) {
    if (const auto* id = std::get_if<std::string>(&slot))
        json.string(*id);
    else if (const auto* primitive = std::get_if<Primitive>(&slot))
        write(json, *primitive);
    else
        json.null();
}

void write(JsonWriter& json, const Input& input) {
    json.key(input.name).beginArray().number(input.status);
    write(json, input.block);
    if (input.status == 3) write(json, input.shadow);
    json.endArray();
}

void write(JsonWriter& json, const Field& field) {
    json.key(field.name).beginArray();
    write(json, field.value);
    if (field.id || field.hasNullId) write(json, field.id);
    json.endArray();
}

void writeMutation(JsonWriter& json, const Block& block) {
    if (block.mutation) {
        const std::string& text = block.mutation->json;
        json.key("mutation")
            .raw(text.empty() ? mutationJson(*block.mutation, block.opcodeText == "procedures_prototype")
                              : text);
    } else if (!block.otherMutation.empty()) {
        json.key("mutation").raw(block.otherMutation);
    }
}

void write(JsonWriter& json, const Block& block) {
    json.key(block.id);
    if (block.primitive) return write(json, *block.primitive);
    json.beginObject().key("opcode").string(block.opcodeText);
    if (block.hasNext) write(json.key("next"), block.next);
    if (block.hasParent) write(json.key("parent"), block.parent);
    json.key("inputs").beginObject();
    for (const Input& input : block.inputs) write(json, input);
    json.endObject().key("fields").beginObject();
    for (const Field& field : block.fields) write(json, field);
    json.endObject().key("shadow").boolean(block.shadow).key("topLevel").boolean(block.topLevel);
    writeMember(json, "x", block.x);
    writeMember(json, "y", block.y);
    if (block.comment) json.key("comment").string(*block.comment);
    writeMutation(json, block);
    write(json, block.extra);
    json.endObject();
}

void write(JsonWriter& json, const Comment& comment) {
    json.key(comment.id).beginObject();
    write(json.key("blockId"), comment.blockId);
    for (auto [key, value] : {std::pair{"x", comment.x}, {"y", comment.y}}) {
        json.key(key);
        value ? json.number(*value) : json.null();
    }
    writeMember(json, "width", comment.width);
    writeMember(json, "height", comment.height);
    json.key("minimized").boolean(comment.minimized).key("text").string(comment.text);
    write(json, comment.extra);
    json.endObject();
}

template <class Asset>
void writeAssetName(JsonWriter& json, const Asset& asset) {
    json.beginObject().key("name").string(asset.name);
    json.key("assetId").string(asset.assetId).key("dataFormat").string(asset.dataFormat);
    if (!asset.md5ext.empty()) json.key("md5ext").string(asset.md5ext);
}

void write(JsonWriter& json, const Costume& costume) {
    writeAssetName(json, costume);
    writeMember(json, "bitmapResolution", costume.bitmapResolution);
    writeMember(json, "rotationCenterX", costume.rotationCenterX);
    writeMember(json, "rotationCenterY", costume.rotationCenterY);
    write(json, costume.extra);
    json.endObject();
}

void write(JsonWriter& json, const Sound& sound) {
    writeAssetName(json, sound);
    json.key("format").string(sound.format);
    writeMember(json, "rate", sound.rate);
    writeMember(json, "sampleCount", sound.sampleCount);
    write(json, sound.extra);
    json.endObject();
}

void writeData(JsonWriter& json, const Target& target) {
    json.key("variables").beginObject();
    for (const Variable& variable : target.variables) {
        json.key(variable.id).beginArray().string(variable.name);
        write(json, variable.value);
        if (variable.cloud) json.boolean(true);
        json.endArray();
    }
    json.endObject().key("lists").beginObject();
    for (const ListVariable& list : target.lists) {
        json.key(list.id).beginArray().string(list.name).beginArray();
        for (const Scalar& item : list.items) write(json, item);
        json.endArray().endArray();
    }
    json.endObject().key("broadcasts").beginObject();
    for (const Broadcast& broadcast : target.broadcasts) json.key(broadcast.id).string(broadcast.name);
    json.endObject();
}

// Members of the other kind of target are written only where a file had them.
void writeState(JsonWriter& json, const Target& target) {
    static const Target kNew;
    const bool sprite = !target.isStage;
    auto number = [&](bool always, const char* key, double Target::*member) {
        if (always || target.*member != kNew.*member) json.key(key).number(target.*member);
    };
    auto truth = [&](bool always, const char* key, bool Target::*member) {
        if (always || target.*member != kNew.*member) json.key(key).boolean(target.*member);
    };
    auto text = [&](bool always, const char* key, std::string Target::*member) {
        if (always || target.*member != kNew.*member) json.key(key).string(target.*member);
    };
    number(true, "volume", &Target::volume);
    writeMember(json, "layerOrder", target.layerOrder);
    number(!sprite, "tempo", &Target::tempo);
    number(!sprite, "videoTransparency", &Target::videoTransparency);
    text(!sprite, "videoState", &Target::videoState);
    if (!sprite || target.textToSpeechLanguage)
        write(json.key("textToSpeechLanguage"), target.textToSpeechLanguage);
    truth(sprite, "visible", &Target::visible);
    number(sprite, "x", &Target::x);
    number(sprite, "y", &Target::y);
    number(sprite, "size", &Target::size);
    number(sprite, "direction", &Target::direction);
    truth(sprite, "draggable", &Target::draggable);
    text(sprite, "rotationStyle", &Target::rotationStyle);
}

void write(JsonWriter& json, const Target& target) {
    json.beginObject().key("isStage").boolean(target.isStage).key("name").string(target.name);
    writeData(json, target);
    json.key("blocks").beginObject();
    for (const Block& block : target.blocks.all()) write(json, block);
    json.endObject().key("comments").beginObject();
    for (const Comment& comment : target.comments) write(json, comment);
    json.endObject().key("currentCostume").number(target.currentCostume).key("costumes").beginArray();
    for (const Costume& costume : target.costumes) write(json, costume);
    json.endArray().key("sounds").beginArray();
    for (const Sound& sound : target.sounds) write(json, sound);
    json.endArray();
    writeState(json, target);
    write(json, target.extra);
    json.endObject();
}

void write(JsonWriter& json, const Monitor& monitor) {
    json.beginObject().key("id").string(monitor.id).key("mode").string(monitor.mode);
    json.key("opcode")
        .string(monitor.opcode)
        .key("params")
        .raw(monitor.params.empty() ? "{}" : monitor.params);
    write(json.key("spriteName"), monitor.spriteName);
    if (!monitor.value.empty()) json.key("value").raw(monitor.value);
    json.key("width").number(monitor.width).key("height").number(monitor.height);
    json.key("x").number(monitor.x).key("y").number(monitor.y).key("visible").boolean(monitor.visible);
    write(json, monitor.extra);
    json.endObject();
}

template <class Items, class Write>
std::string embeddedList(const Items& items, Write&& writeItem) {
    JsonWriter list;
    list.beginArray();
    for (const auto& item : items) writeItem(list, item);
    list.endArray();
    return list.take();
}

}  // namespace

std::string mutationJson(const ProcedureMutation& mutation, bool isPrototype) {
    auto writeText = [](JsonWriter& list, const std::string& text) { list.string(text); };
    auto writeScalar = [](JsonWriter& list, const Scalar& value) { write(list, value); };
    JsonWriter json;
    json.beginObject().key("tagName").string("mutation").key("children").beginArray().endArray();
    json.key("proccode").string(mutation.proccode);
    json.key("argumentids").string(embeddedList(mutation.argumentIds, writeText));
    if (isPrototype) {
        json.key("argumentnames").string(embeddedList(mutation.argumentNames, writeText));
        json.key("argumentdefaults").string(embeddedList(mutation.argumentDefaults, writeScalar));
    }
    json.key("warp").string(mutation.warp ? "true" : "false").endObject();
    return json.take();
}

std::string writeProjectJson(const Project& project) {
    JsonWriter json;
    json.beginObject().key("targets").beginArray();
    for (const Target& target : project.targets) write(json, target);
    json.endArray().key("monitors").beginArray();
    for (const Monitor& monitor : project.monitors) write(json, monitor);
    json.endArray().key("extensions").beginArray();
    for (const std::string& extension : project.extensions) json.string(extension);
    json.endArray();
    write(json, project.extra);
    json.key("meta").raw(project.meta.empty() ? kOwnMeta : project.meta);
    json.endObject();
    return json.take();
}

}  // namespace ounce
