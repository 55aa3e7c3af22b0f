#include "project/sb2/opcode_map.h"

#include <algorithm>
#include <iterator>

namespace ounce::sb2 {
namespace {

// clang-format off
// Sorted by the Scratch 2 name.
constexpr Mapping kMappings[] = {
    {"%", Opcode::operator_mod},
    {"&", Opcode::operator_and},
    {"*", Opcode::operator_multiply},
    {"+", Opcode::operator_add},
    {"-", Opcode::operator_subtract},
    {"/", Opcode::operator_divide},
    {"<", Opcode::operator_lt},
    {"=", Opcode::operator_equals},
    {">", Opcode::operator_gt},
    {"CLR_COUNT", Opcode::control_clear_counter},
    {"COUNT", Opcode::control_get_counter},
    {"INCR_COUNT", Opcode::control_incr_counter},
    {"answer", Opcode::sensing_answer},
    {"append:toList:", Opcode::data_addtolist},
    {"backgroundIndex", Opcode::looks_backdropnumbername, "NUMBER_NAME", "number"},
    {"bounceOffEdge", Opcode::motion_ifonedgebounce},
    {"broadcast:", Opcode::event_broadcast},
    {"call", Opcode::procedures_call},
    {"changeGraphicEffect:by:", Opcode::looks_changeeffectby},
    {"changePenHueBy:", Opcode::pen_changePenHueBy},
    {"changePenShadeBy:", Opcode::pen_changePenShadeBy},
    {"changePenSizeBy:", Opcode::pen_changePenSizeBy},
    {"changeSizeBy:", Opcode::looks_changesizeby},
    {"changeStretchBy:", Opcode::looks_changestretchby},
    {"changeTempoBy:", Opcode::music_changeTempo},
    {"changeVar:by:", Opcode::data_changevariableby},
    {"changeVolumeBy:", Opcode::sound_changevolumeby},
    {"changeXposBy:", Opcode::motion_changexby},
    {"changeYposBy:", Opcode::motion_changeyby},
    {"clearPenTrails", Opcode::pen_clear},
    {"color:sees:", Opcode::sensing_coloristouchingcolor},
    {"comeToFront", Opcode::looks_gotofrontback, "FRONT_BACK", "front"},
    {"computeFunction:of:", Opcode::operator_mathop},
    {"concatenate:with:", Opcode::operator_join},
    {"contentsOfList:", Opcode::data_listcontents},
    {"costumeIndex", Opcode::looks_costumenumbername, "NUMBER_NAME", "number"},
    {"costumeName", Opcode::looks_costumenumbername, "NUMBER_NAME", "name"},
    {"createCloneOf", Opcode::control_create_clone_of},
    {"deleteClone", Opcode::control_delete_this_clone},
    {"deleteLine:ofList:", Opcode::data_deleteoflist},
    {"distanceTo:", Opcode::sensing_distanceto},
    {"doAsk", Opcode::sensing_askandwait},
    {"doBroadcastAndWait", Opcode::event_broadcastandwait},
    {"doForLoop", Opcode::control_for_each},
    {"doForever", Opcode::control_forever},
    {"doIf", Opcode::control_if},
    {"doIfElse", Opcode::control_if_else},
    {"doPlaySoundAndWait", Opcode::sound_playuntildone},
    {"doRepeat", Opcode::control_repeat},
    {"doUntil", Opcode::control_repeat_until},
    {"doWaitUntil", Opcode::control_wait_until},
    {"doWhile", Opcode::control_while},
    {"drum:duration:elapsed:from:", Opcode::music_midiPlayDrumForBeats},
    {"filterReset", Opcode::looks_cleargraphiceffects},
    {"forward:", Opcode::motion_movesteps},
    {"getAttribute:of:", Opcode::sensing_of},
    {"getLine:ofList:", Opcode::data_itemoflist},
    {"getParam", Opcode::argument_reporter_string_number},
    {"getUserId", Opcode::sensing_userid},
    {"getUserName", Opcode::sensing_username},
    {"getVar:", Opcode::data_variable},
    {"glideSecs:toX:y:elapsed:from:", Opcode::motion_glidesecstoxy},
    {"goBackByLayers:", Opcode::looks_goforwardbackwardlayers, "FORWARD_BACKWARD", "backward"},
    {"gotoSpriteOrMouse:", Opcode::motion_goto},
    {"gotoX:y:", Opcode::motion_gotoxy},
    {"heading", Opcode::motion_direction},
    {"heading:", Opcode::motion_pointindirection},
    {"hide", Opcode::looks_hide},
    {"hideAll", Opcode::looks_hideallsprites},
    {"hideList:", Opcode::data_hidelist},
    {"hideVariable:", Opcode::data_hidevariable},
    {"insert:at:ofList:", Opcode::data_insertatlist},
    {"instrument:", Opcode::music_setInstrument},
    {"isLoud", Opcode::sensing_loud},
    {"keyPressed:", Opcode::sensing_keypressed},
    {"letter:of:", Opcode::operator_letter_of},
    {"lineCountOfList:", Opcode::data_lengthoflist},
    {"list:contains:", Opcode::data_listcontainsitem},
    {"lookLike:", Opcode::looks_switchcostumeto},
    {"midiInstrument:", Opcode::music_midiSetInstrument},
    {"mousePressed", Opcode::sensing_mousedown},
    {"mouseX", Opcode::sensing_mousex},
    {"mouseY", Opcode::sensing_mousey},
    {"nextCostume", Opcode::looks_nextcostume},
    {"nextScene", Opcode::looks_nextbackdrop},
    {"not", Opcode::operator_not},
    {"noteOn:duration:elapsed:from:", Opcode::music_playNoteForBeats},
    {"penColor:", Opcode::pen_setPenColorToColor},
    {"penSize:", Opcode::pen_setPenSizeTo},
    {"playDrum", Opcode::music_playDrumForBeats},
    {"playSound:", Opcode::sound_play},
    {"pointTowards:", Opcode::motion_pointtowards},
    {"procDef", Opcode::procedures_definition},
    {"putPenDown", Opcode::pen_penDown},
    {"putPenUp", Opcode::pen_penUp},
    {"randomFrom:to:", Opcode::operator_random},
    {"readVariable", Opcode::data_variable},
    {"rest:elapsed:from:", Opcode::music_restForBeats},
    {"rounded", Opcode::operator_round},
    {"say:", Opcode::looks_say},
    {"say:duration:elapsed:from:", Opcode::looks_sayforsecs},
    {"scale", Opcode::looks_size},
    {"sceneName", Opcode::looks_backdropnumbername, "NUMBER_NAME", "name"},
    {"scrollAlign", Opcode::motion_align_scene},
    {"scrollRight", Opcode::motion_scroll_right},
    {"scrollUp", Opcode::motion_scroll_up},
    {"senseVideoMotion", Opcode::videoSensing_videoOn},
    {"setGraphicEffect:to:", Opcode::looks_seteffectto},
    {"setLine:ofList:to:", Opcode::data_replaceitemoflist},
    {"setPenHueTo:", Opcode::pen_setPenHueToNumber},
    {"setPenShadeTo:", Opcode::pen_setPenShadeToNumber},
    {"setRotationStyle", Opcode::motion_setrotationstyle},
    {"setSizeTo:", Opcode::looks_setsizeto},
    {"setStretchTo:", Opcode::looks_setstretchto},
    {"setTempoTo:", Opcode::music_setTempo},
    {"setVar:to:", Opcode::data_setvariableto},
    {"setVideoState", Opcode::videoSensing_videoToggle},
    {"setVideoTransparency", Opcode::videoSensing_setVideoTransparency},
    {"setVolumeTo:", Opcode::sound_setvolumeto},
    {"show", Opcode::looks_show},
    {"showList:", Opcode::data_showlist},
    {"showVariable:", Opcode::data_showvariable},
    {"soundLevel", Opcode::sensing_loudness},
    {"stampCostume", Opcode::pen_stamp},
    {"startScene", Opcode::looks_switchbackdropto},
    {"startSceneAndWait", Opcode::looks_switchbackdroptoandwait},
    {"stopAllSounds", Opcode::sound_stopallsounds},
    {"stopScripts", Opcode::control_stop},
    {"stringLength:", Opcode::operator_length},
    {"tempo", Opcode::music_getTempo},
    {"think:", Opcode::looks_think},
    {"think:duration:elapsed:from:", Opcode::looks_thinkforsecs},
    {"timeAndDate", Opcode::sensing_current},
    {"timer", Opcode::sensing_timer},
    {"timerReset", Opcode::sensing_resettimer},
    {"timestamp", Opcode::sensing_dayssince2000},
    {"touching:", Opcode::sensing_touchingobject},
    {"touchingColor:", Opcode::sensing_touchingcolor},
    {"turnLeft:", Opcode::motion_turnleft},
    {"turnRight:", Opcode::motion_turnright},
    {"volume", Opcode::sound_volume},
    {"wait:elapsed:from:", Opcode::control_wait},
    {"warpSpeed", Opcode::control_all_at_once},
    {"whenClicked", Opcode::event_whenthisspriteclicked},
    {"whenCloned", Opcode::control_start_as_clone},
    {"whenGreenFlag", Opcode::event_whenflagclicked},
    {"whenIReceive", Opcode::event_whenbroadcastreceived},
    {"whenKeyPressed", Opcode::event_whenkeypressed},
    {"whenSceneStarts", Opcode::event_whenbackdropswitchesto},
    {"whenSensorGreaterThan", Opcode::event_whengreaterthan},
    {"xScroll", Opcode::motion_xscroll},
    {"xpos", Opcode::motion_xposition},
    {"xpos:", Opcode::motion_setx},
    {"yScroll", Opcode::motion_yscroll},
    {"ypos", Opcode::motion_yposition},
    {"ypos:", Opcode::motion_sety},
    {"|", Opcode::operator_or},
};

// The only Scratch 2 extension that lives on.
constexpr Mapping kWedoMappings[] = {
    {"getDistance", Opcode::wedo2_getDistance},
    {"getTilt", Opcode::wedo2_getTiltAngle},
    {"isTilted", Opcode::wedo2_isTilted},
    {"motorOff", Opcode::wedo2_motorOff},
    {"motorOn", Opcode::wedo2_motorOn},
    {"motorOnFor", Opcode::wedo2_motorOnFor},
    {"playNote", Opcode::wedo2_playNoteFor},
    {"setLED", Opcode::wedo2_setLightHue},
    {"setMotorDirection", Opcode::wedo2_setMotorDirection},
    {"startMotorPower", Opcode::wedo2_startMotorPower},
    {"whenDistance", Opcode::wedo2_whenDistance},
    {"whenTilted", Opcode::wedo2_whenTilted},
};
// clang-format on

constexpr bool before(const Mapping& a, const Mapping& b) { return a.sb2 < b.sb2; }
static_assert(std::is_sorted(std::begin(kMappings), std::end(kMappings), before));
static_assert(std::is_sorted(std::begin(kWedoMappings), std::end(kWedoMappings), before));

template <std::size_t n>
const Mapping* findIn(const Mapping (&table)[n], std::string_view name) {
    const Mapping* at = std::lower_bound(std::begin(table), std::end(table), Mapping{name}, before);
    return at != std::end(table) && at->sb2 == name ? at : nullptr;
}

}  // namespace

const Mapping* findMapping(std::string_view name) {
    // Newer editors put a unit separator between extension and block, older ones a dot.
    for (std::string_view prefix : {"LEGO WeDo 2.0\x1f", "LEGO WeDo 2.0."}) {
        if (name.starts_with(prefix)) return findIn(kWedoMappings, name.substr(prefix.size()));
    }
    return findIn(kMappings, name);
}

Kind shadowKind(Opcode opcode, const Argument& argument) {
    // Two slots have another shadow in converted projects than in new ones.
    if (opcode == Opcode::control_for_each && argument.kind == Kind::WholeNumber) return Kind::Text;
    if (opcode == Opcode::music_midiPlayDrumForBeats && argument.kind == Kind::Menu) return Kind::Number;
    return argument.kind;
}

}  // namespace ounce::sb2
