const list = (words: string): string[] => words.trim().split(/\s+/)

/** Words that stand in for each other in a wording, by what they are. `_` is a space. NAME is somebody who is known. */
export const WORD_CLASSES: Record<string, readonly string[]> = {
  // People
  kin: list(`
    daughter son wife husband hubby partner sister brother mother father mum mam dad granddaughter grandson niece nephew
    family daughter_in_law son_in_law cousin aunt uncle friend mate kids children missus girl boy grandchildren`),
  carer: list(
    'carer neighbour neighbor neighbours nurse doctor gp manager warden landlord priest minister caretaker staff',
  ),
  anyone: list('someone somebody anyone anybody one_of_them a_person'),
  rescue: list(
    'ambulance ambulances paramedic paramedics police cops fire_brigade fire_engine triple_zero triple_o 000 911 112 999',
  ),
  service: list('{rescue} doctor nurse hospital emergency'),
  person: list('NAME {kin} {carer} {anyone} {rescue}'),
  third: list('NAME he she they mum dad {my_kin}'),
  my_kin: list(`my_husband my_wife my_daughter my_son my_sister my_brother my_mother my_father my_mum my_dad my_partner
    my_friend my_neighbour the_wife the_husband the_missus hubby`),
  det: list('me us for my our the a an some your that this'),
  /** What may be unwell without a person being so. */
  thing:
    list(`dog_is dogs_are cat_is cats_are car_is phone_is tv_is line_is weather_is computer_is budgie_is bird_is roses_are
    garden_is tomatoes_are reception_is internet_is radio_is picture_is signal_is coffee_is tea_is food_is cricket_is footy_is news_is`),
  stranger: list(
    'man men stranger strangers bloke blokes fella fellas fellow guy lad lads youth youths robber thief person people',
  ),
  prowler: list('intruder intruders burglar burglars prowler prowlers robbers thieves home_invasion break_in'),
  home: list(`house home flat unit room bedroom kitchen place garage lounge loungeroom hallway hall bathroom laundry
    lounge_room living_room front_room back_room spare_room roof ceiling cellar`),
  pet_name: list(`love luv lovey dear dearie deary darl darling darls mate matey pet sweetheart sweetie honey hon possum
    cobber sport chook petal doll duck ducky ducks bub mum mummy dad nan nanna gran grandma grandpa pop son sir madam
    miss missus young_man young_lady my_dear my_love my_darling my_friend my_girl old_girl old_boy old_mate sunshine
    treasure folks girls boys everyone everybody cooee NAME`),
  // How much, and in what way
  much: list(`very really quite pretty just so all too rather fairly bloody flaming flamin ruddy real awfully terribly a_bit
    bit a_little little a_little_bit a_bit_too kind_of sort_of rather extremely absolutely completely totally still also
    right_now feeling getting much a_lot dreadfully only more pretty_much somewhat well_and_truly now ever_so as bloomin
    a_touch a_tad like going incredibly horribly`),
  quite:
    list(`very really quite pretty just so perfectly absolutely completely totally all fairly bloody real rather reasonably
    extremely honestly jolly still certainly definitely simply ever_so flaming as both much always also well_and_truly
    pretty_much doing feeling keeping going travelling getting along sitting`),
  // Bodies
  body: list(`chest heart head leg legs arm arms hip hips knee knees back neck shoulder shoulders foot feet ankle ankles wrist
    wrists hand hands stomach tummy belly guts gut throat eye eyes side ribs rib bum bottom elbow finger fingers toe toes
    face mouth jaw tooth teeth ear ears skin bladder kidney kidneys lungs lung joints body tail_bone thumb nose forehead
    pelvis collarbone insides balance vision eyesight speech`),
  hurt_now:
    list(`sore sores broken bleeding numb swollen stuck tight heavy hurting aching bad gone crook funny burning racing pounding
    throbbing killing_me playing_up giving_way weak thumping dislocated cramping hurts aches hurt throbs burns stinging
    bruised given_way gave_way gives_way infected worse terrible awful agony painful paralysed`),
  injured:
    list(`hurt injured broke broken cut burnt burned scalded twisted sprained banged hit bumped knocked smashed cracked
    fractured bruised gashed dislocated torn tore done_in put_out bashed whacked busted grazed`),
  vital: list(`get_up get_out get_off get_down get_in get_back_up get_back_in get_back_into get_back_inside get_inside
    get_myself get_him get_her get_my_breath catch_my_breath get_warm get_any_air get_anyone get_hold_of move budge breathe breath breath_properly breathing walk
    stand_up swallow lift sit_up wake wake_up keep_anything_down keep_food_down keep_anything think_straight eat use_my
    find_my_way find_the_door find_my_tablets find_my_pills find_him find_her find_NAME cope manage go_on take_it_any_more take_it_anymore
    wake_him wake_her wake_NAME move_my feel_my see_anything see_properly see_out open_the_door reach_the unlock turn_off_the
    stop_shaking stop_bleeding stop_coughing stop_crying stop_vomiting stop_the_bleeding stop_it_bleeding stop_trembling stop_falling`),
  // Not well
  unwell:
    list(`crook sick ill unwell poorly rough ordinary lousy awful terrible horrible dreadful bad worse weak wobbly woozy dizzy
    giddy faint light_headed lightheaded shaky shivery feverish nauseous queasy sick_to funny strange odd peculiar
    weird off_colour a_bit_off out_of_sorts under_the_weather seedy rotten shocking wretched miserable confused muddled
    mixed_up disoriented disorientated bewildered lost scared frightened terrified petrified fearful panicking panicky anxious depressed
    hopeless suicidal desperate numb breathless puffed wheezy hurt injured bleeding dying freezing frozen
    buggered stuffed rooted wrecked unsteady groggy delirious dehydrated in_strife in_trouble in_danger in_a_bad_way
    in_a_state in_a_mess in_a_spot in_a_muddle in_a_fix in_bother in_agony in_pain on_my_last_legs going_downhill
    no_good not_good locked_out locked_in stranded unconscious paralysed burning_up not_myself all_over_the_place
    unsafe alarmed helpless a_mess off_my_food running_a_temperature running_a_fever coming_down_with
    like_death feverish unable_to_cope at_my_wits_end at_the_end_of_my_tether sinking poisoned concussed`),
  grave:
    list(`dizzy giddy nauseous nauseated unwell vomiting vomited throwing_up chucking_up spewing diarrhoea diarrhea bleeding
    choking choked gasping suffocating seizure convulsing fitting overdose overdosed suicidal suicide concussed concussion delirious
    feverish unconscious collapsed fainted palpitations agony haemorrhage haemorrhaging stroke heart_attack angina
    pneumonia drowning poisoned bleeding_out light_headed lightheaded woozy`),
  // Well
  good: list(`fine good great excellent terrific marvellous fantastic grand splendid brilliant wonderful lovely beautiful beaut ace
    bonzer ripper tip_top tiptop a_ok hunky_dory dandy peachy sweet sweet_as apples chipper perky
    bright_as_a_button fit_as_a_fiddle fit_as_a_mallee_bull fit_and_well fit fit_and_healthy healthy as_fit_as_a_fiddle right_as_rain as_right_as_rain
    good_as_gold as_good_as_gold good_as_new box_of_birds a_box_of_birds box_of_fluffy_ducks happy happy_as_larry happy_as_a_lark content comfortable comfy
    cosy snug safe safe_and_sound safe_and_well well_and_safe well_and_happy on_top_of_the_world in_the_pink in_good_shape in_good_health in_good_spirits
    in_good_nick in_fine_form in_fine_fettle up_and_about up_and_dressed up_and_at_them up_and_running awake wide_awake alive alive_and_kicking
    alive_and_well under_control in_order tickety_boo jake 100_percent one_hundred_percent a_hundred_percent hundred_percent 100
    fighting_fit plodding_along pottering_about pottering_around pottering_along chugging_along ticking_over ticking_along
    cruising cruising_along going_great_guns going_strong first_rate first_class as_happy_as_larry alive_and_breathing
    super superb spiffing dinkum hearty hale_and_hearty top_notch top_of_the_world`),
  good_of_me: list(
    'nicely swimmingly ok all_right right well up better much_better a_lot_better home_and_safe fit_to_go here_and_well doing_well',
  ),
  self: list(`i we it he she everything things all life everyone everybody both_of_us we_two NAME NAME_and_i everyone_here all_of_us
    the_two_of_us mum dad {my_kin}`),
  copula: list(
    'am is are feel feels been have_been has_been were keep keeping doing going travelling feeling getting both also still staying getting_along getting_on all',
  ),
  /** What may stand between "not" and "well": "not feeling too flash". */
  between:
    list(`feel feeling feels do doing go going travelling keep keeping be been being look looking sound sounding get getting
    too very so really that all quite real exactly particularly especially at_all the much entirely completely totally
    a a_bit altogether quite terribly overly super in_the and in_very in_such any today this_morning always think_i_am
    think_i_feel think_i_have_been think_she_is think_he_is say_i_am say_i_feel know_if_i_am sure_i_am sure_if_i_am
    sure_that_i_am sure_i_feel know_that_i_am like absolutely having travelling_along coping`),
  well_if_not:
    list(`the_full_quid the_full_bottle the_full_ticket the_full_dollar hot well good ok fine all_right right great flash crash_hot the_best best 100_percent hundred_percent one_hundred_percent 100
    myself wonderful brilliant bright chipper up_to_scratch up_to_much with_it safe managing coping in_a_good_way
    in_good_shape in_good_health in_good_nick terrific marvellous fantastic fabulous good_at_all up_to_par my_best
    normal comfortable strong steady breathing breathing_properly able_to_breathe able_to_get_up able_to_move able_to_walk
    able_to_stand feel_my_legs a_hundred_percent improving well_enough`),
  day_part: list('morning afternoon evening day night arvo'),
  medicine: list(
    'tablet tablets pill pills medicine medicines medication medications meds dose insulin capsule capsules antibiotics drops inhaler puffer ones webster_pack injection',
  ),
  age_joke: list(
    'old_girl old_chook old_duck old_fella old_bugger old_codger old_man old_woman old_bird old_lady old_boy old_bloke old_fart old_dear',
  ),
  number_word: list(
    '0 1 2 3 4 5 6 7 8 9 zero one two three four five six seven eight nine hash star pound any_key any_button',
  ),
}
