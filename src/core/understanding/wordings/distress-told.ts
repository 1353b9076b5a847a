const BODY_PART =
  '{body}|speech|words|sight|lips|tongue|fingertips|cheek|side|half|voice|pulse|heartbeat|head|calf|thigh|shin'
const NOT = 'not|hardly|barely|never'
const LONG =
  'yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|days|day|week|a_week|two|three|four|five|last_night|the_weekend|ages'
const SOMEBODY = '{anyone}|{stranger}|they|he|she|NAME|{my_kin}|my_nephew|my_niece|carer|the_carer'

/**
 * What people tell of who do not ask for anything: what their body does or no longer does, what they have gone without, where
 * they find themselves, what others do to them, and that they are tired of life. By what it is, as `DISTRESS` is.
 */
export const DISTRESS_TOLD: readonly string[] = [
  // A part of the body that is, does or no longer does something
  `my|me|the|one|his|her|this|both ..2 ${BODY_PART} ..4 muddled|slurred|slurring|jumbled|garbled|droopy|drooping|drooped|droops|sagging|crooked|lopsided|blurry|blurred|clammy|purple|grey|dead|lifeless|limp|floppy|useless|numb|tingling|prickling|in_a_vice|in_a_clamp|spasming|seized|locked_up|frozen_up|dribbling|drooling`,
  `{body}|lips|fingertips has|have|is|are|went|turned|gone|going|look ..2 gone|blue|yellow|grey|white|black|purple|to_sleep|stiff|limp|crooked ~eyed|glasses|and_blue|jumper`,
  `words|speech|sentences will|is|are|does|do|keep|keeps|just|can ..3 not|wrong|muddled|jumbled|backwards|funny ..2 come|coming|comes|right|out|muddled|properly `,
  `${NOT} seem_to|able_to|quite|get|find|make|put|feel ..3 my|this|the|any ..3 ${BODY_PART} ~cold|warm|dirty|glasses`,
  `${NOT} find|get|have|had the|any|enough|much ..1 feeling|strength|air|breath|energy|sleep_at_all ~to_argue|for_that|out_of_it`,
  `{body} ..1 just|simply|really? will|would|do|does|can not hold|carry|work|go|support|move|bend|obey|take|do|stop|straighten`,
  'not been? able_to|manage_to|managed_to ..2 keep|get|walk|stand|eat|drink|swallow|move|breathe|see|feel|wake|sit ..1 anything|down|up|out|properly|food|water|since|for|to_the',
  'not|nothing|nothings|anything|food|water|tea|soup is|has|have|will|would? ..2 stay|stays|stayed|staying|keep|keeping|kept in|down',
  'nothing|nothings|nothing_has stayed in|down',
  'see out_of|with|through ..2 one|left|right ',
  'only|just|hardly|barely see ..2 half|shapes|shadows|one|out|blurs|grey',
  'jaw|arm|shoulder|neck|teeth|chest ..1 aches|aching|tight|in_a_vice|burning|hurts',
  'room|rooms|walls|wall|floor|ceiling|bed|everything|house|world|furniture ..3 spins|spinning|going_round|going_around|tilting|tilts|moving|swaying|whirling|rocking|turning|swimming|going_up_and_down ~company|truck|van|house|back',
  'puffing|panting|wheezing|huffing|gasping|puffed_out ..2 like|just|from|all|and|so|badly|sitting|lying|here|at_nothing',
  '{body} ..7 in_a_vice|like_a_vice|in_a_clamp|like_an_elephant|like_a_band|crushed|squeezed|squashed',
  'burning|boiling|shivering|shaking|sweating|trembling up|and|all|like|with ..1 shivering|burning|sweating|shaking|over|cold|hot',
  'come|came|gone|went over all? hot|cold|faint|queer|strange|funny|clammy|weak|dizzy|peculiar',
  'heart|pulse is|keeps|has|goes|was ..2 racing|pounding|hammering|fluttering|thumping|skipping|galloping|like_the_clappers|like_mad|stopping',
  'worst|splitting|blinding|pounding|shocking|thumping|terrible|crippling head|headache|headaches|migraine|pain|cramps',
  'not put|take|bear|stand any|my|much|the weight ',
  '{body} ..2 size_of|as_big_as|like_a a|an? melon|football|balloon|grapefruit|orange|egg',

  'i|have|just|has|he|she {injured} ..1 {body} ~off|down|out_of_the',

  // Blood, and what else comes
  'soaked|soaking|gone_through|going_through|went_through|used_up|filled ..3 towel|towels|bandage|bandages|dressings|tissues|hankies|bucket',
  'pouring|gushing|spurting|running|oozing|coming|dripping out|from|down ..1 of|out|my|the? ..1 my ..1 {body}',
  'bringing|brought|coughing|coughed|spitting|spat|passing|passed|throwing|vomiting up|out? ..1 blood|bile|black|red',

  // Where they find themselves
  'lying|slumped|wedged|jammed|crumpled|curled_up|collapsed|trapped|pinned|flat ..2 next_to|beside|under|underneath|behind|between|against|on_the ..1 bed|bath|toilet|wall|door|table|fridge|stove|wardrobe|cupboard|tiles|lino|floor|lawn|grass|concrete',
  'on|flat_on|flat my back|stomach|side|hands_and_knees|face|tummy in|on|by|under|looking|and ..2 laundry|kitchen|bathroom|hallway|hall|floor|up|garden|toilet|yard|driveway|can_not|could_not|carpet|tiles',
  'woke|wake|waking|came|come|found|find up|to|round|myself on|in|outside|under the|a|somebody|someone ..1 floor|garden|lawn|grass|path|hall|hallway|street|bath|shed|yard|driveway|ground|tiles|drain',
  'not remember|recall|know ..2 going|coming|getting|falling|what_happened|how_i_got|how_i_came|how_i_ended ~married|to_church|to_school',
  'out_of|in the bath|tub|shower|chair|bed|car ..3 water_has|water_is|can_not|could_not|gone_cold|stuck',
  'in bed|this_chair|the_chair|the_bath|here since|for ..1 monday|tuesday|wednesday|thursday|friday|saturday|sunday|yesterday|days|two_days|three_days ',

  // What they have gone without
  `not|nothing ..2 eaten|drunk|drank|passed_water|passed_anything|slept_at_all|had_a_thing|had_anything|had_a_bite|had_a_drink|had_food|had_water|had_a_drop|been_to_the_toilet|peed|weed|left_my_bed|been_out_of_bed ..6 since|for|in ..1 ${LONG}`,
  'nothing|no_food|not_a_thing|not_a_bite|no_water in|left_in ..1 the|my house|cupboard|cupboards|fridge|pantry|taps',

  // Medicine
  'took|taken|had|take|given|gave|give|swallowed ..3 {medicine}|needle ..9 again|twice|two_lots|a_second_time|double|all_of_them|the_lot',
  'saving|saved|saving_up|hoarding|hoarded|collecting|stockpiling up? ..1 {medicine}|sleeping_tablets|sleeping_pills',

  // Fire, water, gas and what they smell of
  'smell|fumes|smoke|odour|sparks|flames from|near|around|off|out|coming ..3 stove|heater|oven|gas|cooker|toaster|socket|power_point|wall|fuse_box|electric_blanket|dryer|roof',
  'water is|has|coming|up ..3 rising|step|door|knees|in_the_house|under_the_door|through|getting_higher ~hot|tank|plants|kettle',

  // What others do
  '{anyone}|{stranger}|they|he ..2 broken|broke|break|breaking in|into ..3 house|home|flat|place|unit|shed|here|garage|my',
  '{anyone}|{stranger}|they|he|she ..3 rattling|rattles|jiggling|forcing|picking|trying|fiddling_with|shaking|tapping_at|scratching_at|turning ..4 handle|lock|window|windows|flyscreen|latch|doorknob|door',
  `${SOMEBODY} ..2 lock|locks|locked|shut|shuts|tie|ties|tied|chain|chains me up|in|out|inside|outside|to`,
  `${SOMEBODY} ..2 shout|shouts|yell|yells|scream|screams|swears at me|us`,
  `${SOMEBODY} ..3 will|would|does|do|did not let|allow|allows me ..1 leave|go|out|outside|see|eat|phone|call|ring|use|have_my|speak|talk|go_out|go_home|have_visitors`,
  `${SOMEBODY} ..3 took|taken|takes|has|keeps|kept|stole|stolen|have|got|emptied|spent|spends all|off? my ..1 money|pension|savings|card|bank_card|keys|passport|bankbook|bank_book|account ~for_safe|to_post|because_i_asked`,
  `${SOMEBODY} ..2 will|is_going_to|says|threatens|threatened|going ..3 put|send|hurt|throw|chuck|hit me ..6 tell|home|out|street|again|if`,
  'if|in_case i tell|say|complain|speak|ring|told ..2 anyone|anybody|someone|they|he|she|$ ~you_something|you_a',

  // Tired of life
  'no|not|what_is|any|see ..2 point|use|sense|reason|purpose in|to|of|for|me? ..1 going_on|living|carrying_on|being_here|getting_up|life|anything|any_of_it|being_alive|live|keep_going|go_on|waking_up',
  'wish|want|hope|rather|pray|like|wishing|prefer ..3 not|never ..2 wake|be_here|be_around|been_born|be_alive|see_tomorrow|have_to_wake',
  'wish|want|hope|pray|praying|ready|waiting|like|wishing|happy ..3 die|dead|be_gone|pass_away|to_go_in_my_sleep|not_exist|disappear|end_it|for_death',
  'better|happier|easier off|for_them|for_everyone|all_round? if|without|dead|when me|dead|i_am|i_was|i_were ..1 gone|not|dead|out_of|$',
  'better off dead|without_me|gone|if_i',
  'happier|better|relieved if|when|without i|me ..2 not|gone|dead|was_not|were_not|passed',
  'enough|tired|sick|weary|fed_up|done|finished of|with living|life|being_alive|being_here|it_all|this_life|existing|the_world',
  'end|ending|finish|finishing|stop it all|everything|my_life|it_for_good|things_for_good|myself',
  'nothing|nobody|no_one|no_reason|not_much|little|anything left|more|here|for_me? ..1 to? live|stay|go_on|keep_going for|$',
  'nothing|nobody|no_one left? for me here|any_more|left|now',
  'want|wish|wanted|just ..2 it|everything|this|life|all_of_it to be over|finished|done|at_an_end',
  'nobody|no_one|noone|who|not_a_soul would|will even? notice|miss_me|care ',
  'only|just|nothing_but|such|been? a|an burden|nuisance_to_everyone|waste_of_space|useless_old',
  'go|going|put|fall to sleep for_good|forever|and_never|and_not_wake',
]
