/** What a part of an answer says. A whole answer is made of such parts and of nothing else. */
export type Sense =
  | 'well'
  | 'yes'
  /** "All right": of oneself, or to what was said. */
  | 'agreed'
  | 'no'
  /** "I don't", "not at all": whatever stands beside it may be what is denied. */
  | 'denied'
  | 'no_help'
  | 'please'
  /** "Yes, I would": to an offer, such as of help. */
  | 'would'
  | 'taken'
  | 'not_yet'
  | 'who'
  | 'pardon'
  | 'greeting'
  /** "Barbara speaking": an unknown name, so that it may be any word. */
  | 'introduces'
  /** "How are you?", asked back. */
  | 'you'
  | 'thanks'
  /** Of the day and what one is doing: no answer, and no alarm. */
  | 'chat'
  | 'filler'
  | 'sorry'

const DAILY =
  `breakfast|brekkie|brekky|lunch|dinner|tea|supper|cuppa|coffee|toast|cup_of_tea|cup_of_coffee|tv|the_cricket|cricket|footy|news|paper|
  crossword|book|dishes|washing|ironing|garden|gardening|knitting|porridge|weetbix|eggs|egg|dressed|baking|cooking|washing_up|housework|puzzle|sudoku|tennis|races|letter|scones|biscuit|sandwich|breakfast_dishes|radio|wireless|mail|roses|plants|cat|dog|chooks|birds|rest_of_it`.replace(
    /\s+/g,
    '',
  )
const NO_NEED = 'help|anything|anyone|anybody|assistance|doctor|ambulance'

export const ANSWERS: Record<Sense, readonly string[]> = {
  agreed: ['all_right|all_right_then|it_is_all_right|that_is_all_right|that_is_ok|that_is_fine|it_is_ok|all_rightie'],
  well: [
    '{self}? {copula}* {quite}* {good}',
    '{self}|all|doing|going|feeling|keeping|travelling {copula}* {quite}* {good_of_me}',
    '{self} {copula}+ {quite}* {good_of_me}',
    '{self} {copula}+ {quite}* {good}|well and {quite}* {good}|{good_of_me}',
    'i|we|it|things {copula}* not|nothing too|so|half|all_that|at_all|really|a|that bad|shabby for? an|my|a? {age_joke}? ',
    'very|quite|pretty|keeping|doing|all|still|feeling|really|perfectly|going|travelling well',
    'not too|so|half|a|all_that|that|feeling|doing|going|travelling* bad at_all? ~news|way|boy|girl|dog|weather|back|fall|turn|knee',
    'i|we? can|could|must|should|shall not really|possibly* complain|grumble if_i_tried|if_i_wanted_to|even_if_i_tried? ',
    'no_complaints|no_complaint|never_better|never_been_better|never_felt_better|couldnt_be_better|cant_be_better',
    '{self}? {copula}* could not {copula}|be|have_been|feel|be_feeling better',
    'can not be better',
    'have? never been|felt fitter|better|happier',
    'could_be_worse|mustnt_grumble|fair_to_middling|fair_to_middlin|not_dead_yet|nothing_to_complain_about|nothing_to_report|nothing_to_worry_about',
    'she_will_be|she_is|she|it_will_be right|apples|sweet ',
    'no worries|dramas|drama|problem|problems|trouble|pain|pains at_all|here|today? ',
    '{self}? {copula}* {quite}* still|above|only_just? above_ground|vertical|kicking|upright|breathing|here_and_kicking|on_deck|on_my_feet|in_one_piece|in_the_land_of_the_living|on_the_right_side_of_the_grass|among_the_living|on_this_side_of_the_grass',
    '{self}? {copula}* still here',
    'right|fit|good|happy|bright|snug as rain|a_fiddle|gold|larry|a_button|a_bug_in_a_rug',
    'nothing is? wrong|the_matter with_me|here|at_all?',
    'all is well|good|fine|quiet|in_order|as_it_should_be',
    'you do_not|do_not|no|need_not need_to? worry|fuss|fret about_me',
  ],
  yes: [
    'yes',
    'yes i|we|it|that am|are|do|did|is',
    'ok|right|sure|certainly|of_course|definitely|indeed|absolutely|course|too_right|you_bet|for_sure|fair_enough|very_good|very_well ',
    'that is|would_be right|correct|true|it|so',
    'correct|affirmative|exactly|true|i_do|i_did|i_am|we_are|got_it|understood|rightio|righty_ho|right_ho|right_oh|rightyo|roger|i_see|i_agree',
  ],
  would: ['yes? i|we|it|that would|will'],
  no: ['no'],
  denied: [
    'no? i|we|it|that do|did|would|is not think? so? ',
    'not me|today|at_all',
    'no_way|never|certainly_not|definitely_not|of_course_not|not_at_all|absolutely_not|no_fear|negative|i_have_not_asked|i_did_not_ask|i_did_not_ask_for_help|i_did_not_say_that|i_never_said_that|i_did_not_say_help',
  ],
  no_help: [
    `no more|further? ${NO_NEED} needed|required|wanted|necessary|today|here|thanks? `,
    `i|we? do|did not really|think_i|think_we* need|want|require|ask_for|ask_for_any a|an|any|your|the|more|further|you* ${NO_NEED}|for_now today|here|now|thanks? `,
    `i|we? need|want|require no ${NO_NEED}`,
    `i|we am|are not after|needing|wanting|looking_for|asking_for|seeking any|your? ${NO_NEED} today|thanks? `,
    'no|there_is_no|you_have_no need to_worry|for_help|to_fuss|for_that|at_all? about_me? ',
    'do_not|please_do_not you? worry|fret|fuss about_me|yourself? ',
    'nobody_is|no_one_is|i_am_not|we_are_not hurt|injured|in_need_of_help|in_trouble|in_pain',
  ],
  please: ['please'],
  taken: [
    'i|we? have? just|already|all? taken|took|had|swallowed|done|finished it|them|mine|both_of_them|all_of_them|everything|the_lot|both|my|the|all|all_my|morning|evening|night|this_morning|blood_pressure|heart|daily|lunchtime|sugar* already|with_breakfast|with_my_breakfast|this_morning|earlier|just_now|a_while_ago|an_hour_ago|ages_ago|before? ',
    'i|we? have|did just|already|all? taken|took|take|had|have|swallowed|done it|them|my|the|all|of|all_my|morning|evening|night|heart|daily|blood_pressure|two|both|three* {medicine} already|now|thanks|with_breakfast|with_my_breakfast|this_morning|earlier|just_now|a_while_ago?',
    'i|we? have? just|already? taken|took|had|swallowed|taken_all my|the|all|all_my|all_of_my|morning|evening|night|heart|daily|blood_pressure* {medicine} already|now|with_breakfast|with_my_breakfast|this_morning|earlier|just_now|a_while_ago?',
    'all|it_is|they_are|that_is|already|just|now|been? all? done|taken|down_the_hatch|swallowed|finished|sorted_and_done already|and_dusted? ',
    'i|yes_i have ~to|a|an|the|no|not|had',
    'all? done_and_dusted|down_the_hatch',
    'did|done it|that|them already|this_morning|earlier? ',
  ],
  not_yet: [
    'not yet|just_yet|taken|done|had it|them|mine|yet|any|my_tablets|my_pills* ',
    'notyet|later|not_now|not_till_later|in_a_minute_i_will|bit_later|a_bit_later|not_as_yet',
    'i|we? forgot|forgotten|have_forgotten|clean_forgot|had_forgotten all_about? to? take|have? it|them|all_about_it|about_it|about_them|my? {medicine}? ',
    'i|we? have|did|had not taken|done|had|took|take|do|have|got_to|got_around_to|got_round_to|remembered|swallowed? it|them|any|mine|my|the|that|to_it* {medicine}? yet|today|so_far? ',
    'i|we? will|am_going_to|going_to|am_about_to|about_to|was_about_to|was_just_about_to|am_just_about_to|have_to|still_have_to|still_need_to|need_to|am_just_going_to|must just? take|do|have|swallow|get it|them|that|mine|my {medicine}? now|later|soon|shortly|in_a_minute|in_a_moment|after|after_breakfast|after_lunch|after_dinner|after_tea|with_breakfast|with_my_breakfast|with_lunch|with_dinner|with_tea|straight_away|right_away|right_now|then|when_i_have_eaten|when_i_get_up|in_a_bit|directly|first? ',
    'i|we? will|am later|soon|get_to_it|getting_to_it|about_to|just_about_to|in_a_minute',
  ],
  pardon: [
    'you_what|say_what|pardon|pardon_me|beg_pardon|i_beg_your_pardon|beg_your_pardon|beg_yours|huh|hey_what|eh|excuse_me|come_again|what|whats|wot|hmm_what|what_now|whats_that|excuse',
    'what|what_was|what_did|what_is|how_was|what_are did|was|were|are|is|do|you|that|it|say|said|mean|saying|again|love|dear|now|on_about|the_question|i_missed|talking_about|your_question|asking|to_me|last_bit|about|the_number* ',
    'say|repeat|tell|run|go ..2 again|once_more|one_more_time|that|it|slower|the_question|by_me|over please|again|slowly|louder|for_me|would_you|one_more_time|once_more|will_you* ',
    'can|could|would|will|please you|ya please|just|kindly* repeat|say|speak|talk|slow|tell|go|turn that|it|yourself|up|down|louder|again|slower|slowly|clearly|the|question|a|bit|little|more|me|once|one|time|please|over|what|you|said|for|through* ',
    'i|you? can|could|did|am|do|have not really|quite|properly|hardly|even|a* hear|catch|get|understand|follow|hearing|heard|make_out|understood|making|pick_up|work_out you|that|it|a|thing|anything|what|very|well|properly|too|good|word|of|said|are|saying|were|on|this|phone|question|the|line|last|bit|any|all|is|out|me|mean|much|want|for|any_of_that|sense|clearly|to|do* ',
    'i? can|could barely|hardly|only_just hear you|that|it|a_thing',
    'you? will|would|have_to|need_to|must|could* speak|talk|slow|turn up|louder|slower|slowly|clearly|down|it_up|to_me_slowly a|bit|little|please|love|dear|more|will|you|would|and|louder|again* ',
    'too|so|going_too|very|bit_too|you_are_too|that_was_too|it_is_too|speaking_too fast|quick|quiet|soft|faint|low|muffled for_me? ',
    'again|louder|slower|once_more|one_more_time|slowly please|then|louder? ',
    'i_am|a|i|bit|am|very|getting|rather|little|hard|quite|as|gone|going|pretty* deaf|hard_of_hearing|hearing_impaired|deaf_as_a_post',
    'my|the|have_not_got_my|not_wearing_my|havent_got_my|let_me_put_my|hearing hearing_aid|hearing_aids|aid|aids ..4',
    'you|it|this|the|your|we|i? lines|line|phone|voice|are|is|reception|sound|connection ..1 breaking_up|faint|muffled|bad|terrible|crackly|mumbling|crackling|dropping_out|fuzzy|echoing|a_bad_line|cutting_out|very_quiet|terrible_line|awful|garbled',
    'what|which button|buttons|number|one|key|numbers|do_i|am_i|was_i|should_i|buttons_do_i do|i|press|push|am|supposed|to|meant|was|it|say|is|again|should|have|that|hit|do_i|dial* ',
    'i do_not|did_not know what|which|how|the_question ..3 ',
    'i do_not|did_not understand|get|follow|catch what|that|you|it|the|this|is|mean|want|are|saying|question|to|do|press|say|which|button|said|about|were|on|one* ',
    'do_you|you want|mean me? to? press|say|push|what|which|one|a|button|the|something|number|it* ',
    'what_do|how_do i ..1 do|say|press|answer|push ..2',
  ],
  who: [
    'who|what is|are|was|the_hell_is|on_earth_is|the_devil_is|might_this|may_this this|that|it|calling|speaking|there|ringing|you|phoning|talking|be|on_the_phone|on_the_line ..2',
    'who am|are i|we speaking|talking to|with',
    'who did_you_say|do_you_say|would_this|wants_to_know|called|do_you_think|might_you|is_you|rang|be_this|gave_you|told_you|sent_you ..5',
    'where|which|what|what_is are|is|did|company|organisation|outfit|business|place|service|mob|department|number|charity|bank you|are_you|is_this|this|calling|ringing|phoning|from|it|company|were|the_name_of_your|your|say|on_about|your_name|your_business|name* about|with|for|regarding|in_aid_of|selling|after|wanting|on_about|again|please|with|company|business* ',
    'where are|is|do|did you|this|it|ya ..1 calling|ringing|phoning|come|speaking|you? from|at|again? ',
    'from_where|which_company|whom|who|what_company',
    'what|why do|are|is|did|would|have|can you|this|it|all_this|the_call|your_call|i ..1 want|calling|ringing|selling|phoning|about|for|after|call|ring|regarding|in_relation_to|offering|rung|like|all_about|rang|up_to me|for|about|us|with_me|from_me|this_number|here|now|at_this_hour|please|want|again|do_for_you|my_house* ',
    'what_for|what_about|how_come|what_is_cooee|who_is_cooee|what_cooee|who_is_that_again|who_now',
    'is|are|am this|it|you|that|i ..2 a|an|some|one|on_the|real|talking_to_a|speaking_to_a|the|actual|another|actually|one_of_those|just* scam|robot|robots|recording|recorded|computer|machine|joke|person|human|sales_call|hoax|prank|scammer|scammers|real|genuine|legit|legitimate|telemarketer|telemarketers|survey|bot|machines|computers|recordings|automated|ai|live|bank|government|council|hospital_calling|charity|nbn|telstra|human_being|salesman|prank_call|crank ..2',
    'how_did|where_did|how|where you|did_you|they|have_you get|got|find|have my|this|our number|name|details|phone_number from? ',
    'i do_not know|recognise|recognize|think_i_know you|who_you_are|who_this_is|this_number|the_number|your_voice|anyone_called|who_that_is|the_voice|who_is_this|what_this_is|what_this_is_about|who_you_mean|anybody_called|who_is_calling ..1',
    'do i|we know you|your_voice|this_number',
    'can|may|might|could|what i|we|do|can_i help|ask|do|assist you|who_is|who|what|for_you|know_who|with is|calling|this|it|regarding|about|you|speaking|please|is_calling|help|today* ',
    'are|is you|this trying|going|wanting|here|ringing|calling to? sell ..3 ',
    'is that|this|it you NAME?',
    'NAME? is that|this|it you|NAME ..1',
    'are you from|with|ringing_from|calling_from|the|a|my|NAME ..3',
    'i_have|i|have never heard_of_you|heard_of_cooee|heard_of_it|heard_of_this',
    'say|tell_me|give_me|please_tell_me|would_you_tell_me who|your you|name|is|are|this|calling|it|again|you_are* ',
    'which NAME|one ',
  ],
  greeting: [
    'hello',
    'good {day_part}',
    'morning|afternoon|evening|howdy|greetings|welcome|cooee|top_of_the_morning|evening_all|morning_all',
    'is|are|there|anyone|anybody|someone|hello|somebody|who_is|you_still|yes anyone|anybody|someone|you|there|somebody|still|home|is* there|home|on_the_line|listening|still_there',
    'are_you|you there|still_there',
    'this|it is NAME|me|she|he|her|him here|speaking|again? ',
    'NAME here|speaking',
    'NAME is my_name|here|me',
    'speaking|i_am_here|i_am_listening|listening|go_ahead|yes_go_on|here_i_am|you_are_speaking_to_her|you_are_speaking_to_him|you_have_got_her|you_have_got_me|that_is_me|it_is_me|i_am_she|that_would_be_me|present',
    'nice|lovely|good|great to_hear|of_you_to_call|to_talk|of_you_to_ring from|your|to|you|again|voice|me* ',
    'yes ¿',
    'hello|yes|good_morning|morning ¿',
    'you again|it_is_you|there_you_are|here_we_are',
  ],
  introduces: [
    '..2 speaking',
    'this_is|it_is ..2 speaking|here',
    'the? . residence|household',
    'this_is . . ~the|a|not|what',
  ],
  you: [
    'how are|is|about|have|was|did|goes|r you|it|things|yourself|life|everything|the|been|keeping|going|doing|feeling|today|with|self|then|all|this|morning|there|love|your|family|weather|getting|on|day|night|sleep|weekend|and* ',
    'and|what_about|how_about|are|hope you|yourself|yours|your_good_self|you_are|you_too|about_you self|well|ok|all_right|good|too|are|keeping|doing|today|then|fine|also* ',
    'you|yourself|thanks? ok|all_right|well|good|too ¿? ',
    'you ¿',
    'are you? all_right|ok|well|fine|good|keeping_well ',
    'you_too|same_to_you|likewise|and_you|and_yourself|and_how_about_you|what_about_you|hope_you_are_too|hope_you_are_well|i_hope_you_are_well|back_at_you',
  ],
  thanks: [
    'thanks|many_thanks|much_appreciated|bless_you|god_bless|god_bless_you|bless|i_appreciate_it|you_are_welcome|you_are_very_kind|that_is_kind|very_kind|so_kind|how_kind|how_nice|that_is_nice|nice_of_you|that_is_lovely',
    'thanks very|so|ever|kindly|for|a|and|again|to much|very_much|lot|million|again|bunch|you|heaps|kindly|god|everyone',
    'thanks for|it_is_good_of_you_for|to_you_for|very_much_for|so_much_for|you_for calling|ringing|asking|checking|phoning|the|your|that|checking_in|checking_up|everything|being|thinking|looking|all|caring|my|letting|coming|waking|reminding|reminder|on|of|me|us|up|call|ring|concern|message|text|wake|in|reminder|time|after|help|kind|kindness|troubling|bothering|so|nice* ',
    'thank god|goodness|heavens|the_lord|christ|the_good_lord',
    'thanks god|goodness|heavens|be_to_god|the_lord',
    'for asking|calling|ringing|checking|the_call|phoning on_me|in_on_me|up_on_me|me|up|in? ',
    'it|that|nice|lovely|kind|good|sweet|very|so|how is|was|of|nice|kind|lovely|good|sweet|very* of? you|ya to|for call|ring|ask|check|phone|think_of|calling|asking on|me|up|in* ',
  ],
  chat: [
    `i|we|you? am|are|have|was|been|just|only|still|already|in|about_to|going_to|was_just|had|got|caught_me|just_about_to|finished* having|eating|making|finishing|watching|reading|doing|cooking|baking|listening_to|enjoying|drinking|had|made|finished|eaten|have|make|watered|fed|doing_some|in|out_in|sitting_in|off_to|in_the_middle_of|pottering_in|washing|reading_a|weeding|watering|feeding|hanging_out|getting|at my|the|a|some|bit_of|bit_of_a|a_bit_of|nice|lovely|good|spot_of|spot|lot_of|of|morning|cup|on|with|big|little|early* ${DAILY} now|at_the_moment|and|actually|for_myself|in_the_garden|outside? `,
    'i|we? am|have|was|are|just|only|have_just|been|now* got_up|woke_up|woken_up|sitting_down|sat_down|sitting_here|outside|in_the_garden|up|at_home|home|indoors|inside|here|in_the_kitchen|getting_dressed|getting_ready|having_a_rest|having_a_sit_down|having_a_cuppa|relaxing|resting|knitting|out_of_the_shower|out_and_about|on_the_verandah|in_the_sun|in_the_lounge|got_home|got_in|finished_breakfast|walking_the_dog ',
    'it_is|it|what|looks_like|such|is|going_to_be|another|lovely a|is|another|quite|very|bit|such|be* lovely|beautiful|nice|glorious|sunny|fine|gorgeous|warm|hot|wet|rainy|cool|cloudy|windy|cold|chilly|perfect|grand day|morning|afternoon|evening|out|outside|here|weather|today|there|one|night* ',
    'lovely|beautiful|nice|glorious|sunny|fine|gorgeous|perfect|grand day|morning|afternoon|evening|weather out|outside|here|today|for_it|is_it_not|it_is? ',
    'NAME|{my_kin}|my_carer|the_carer|the_nurse|the_cleaner|the_grandkids|the_kids|my_neighbour is|are|was|were here|with_me|coming|visiting|here_with_me|coming_over|coming_today|coming_later|home|over|popping_in|around|coming_for_lunch|coming_for_tea|coming_for_dinner|here_today|here_now|here_yesterday today|later|now|for_lunch|tomorrow|with_me|soon|this_afternoon|this_morning|at_the_moment|on_sunday? ',
    'you can|could tell|let NAME|{my_kin}|her|him know? that? ',
    'tell NAME|{my_kin} that? ',
    'tell|let|say|give her|him|them|hello|my_love|love|NAME|the_family|everyone know|to|NAME|all|that|i|said|hello|her|my|love|my_love* ~to',
    'sorry? i missed the|your call|message|text|ring',
    'i|had|have|slept|sleeping|a|had_a very|really|quite|good|like_a|lovely|nice|slept|a* well|good|log|nights_sleep|sleep|top|night',
    'got|i_got|i_have_got|saw|just_saw|just_got|i_saw your|the message|text|call|reminder|note',
    'sorry? i_was|was|i fell|had|asleep|having|just|been|still|sound|dozed* asleep|a_nap|nap|sleeping|dozing|off|in_the_shower|in_the_garden|in_the_loo|outside|out ',
    'i? fell asleep',
  ],
  filler: [
    'well|so|now|then|look|listen|you_know|just|really|actually|anyway|today|tonight|this_morning|this_afternoon|at_the_moment|at_present|for_now|so_far|here|there|touch_wood|knock_on_wood|as_always|as_ever|as_usual|as_per_usual|too|love_you|my_goodness|goodness_me|gosh|again|already|still|very_much|all|both|ha|haha|hehe|lol|x|xx|xo|xoxo|much|ooroo|now_then|let_me_see|let_us_see|see|you_see|crikey|strewth|by_jove|i_say|at_my_age|for_my_age|considering_my_age|as_well|also|up_here|over_here|down_here|this_end|at_this_end|my_end|from_me|for_the_day|i_must_say|i_am_happy_to_say|i_am_pleased_to_say|im_pleased_to_say|to_be_honest|honestly|truly|surely|apparently_so',
    '{pet_name}',
    'for|at|considering_i_am an|my|a|only|nearly|almost? {age_joke}|age|years_old|eighty|ninety|85|90|80|92|88|91|95 ',
    'bye|goodbye|bye_bye|cheerio|hooroo|ta_ta|tata|toodle_oo|toodles|see_you|see_you_later|see_ya|see_you_soon|speak_soon|talk_soon|good_bye|farewell|till_tomorrow|until_tomorrow|over_and_out|catch_you_later|bye_for_now|so_long',
    'talk|speak|see|ring|hear_from|call you|me|to_you|again|from? tomorrow|later|soon|again|then|next_time|next_week ',
    'have|you_have|enjoy|hope_you_have a|the|your|you|too|your_day|a_very? good|lovely|nice|great|wonderful|rest_of_the|rest_of_your? day|weekend|morning|one|evening|time|afternoon|week|night',
    'take_care|look_after_yourself|keep_well|stay_well|stay_safe|be_good|mind_how_you_go|all_the_best|take_care_of_yourself|toodle_pip|god_bless|happy_days|merry_christmas|happy_new_year|happy_easter|happy_birthday',
    'and ',
    'it_is|i_am|i NAME ',
  ],
  sorry: ['sorry|so_sorry|very_sorry|i_am_sorry|i_am_so_sorry|apologies|my_apologies|sorry_about_that|excuse_me'],
}
