import type { Meaning } from '#core/understanding/meaning-of.ts'
import type { Speaker } from '#core/understanding/what-speaks.ts'

/** Names that the sentences may hold without being about anybody else. */
export const NAMES: readonly string[] = ['Margaret Hartley', 'Robyn Hartley']

const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

/** What people say on a phone and write in a text, by what they mean: as a recogniser writes it, mostly without signs. */
export const SAID: Record<Meaning | 'unclear', readonly string[]> = {
  fine: lines(`
    I'm fine
    i'm fine thank you how are you
    I'm fine, thank you. How are you?
    im fine im fine
    yes I'm all right thanks
    can't complain
    can't complain at my age
    mustn't grumble
    she'll be right
    she'll be right mate
    shell be right
    not too bad love
    not bad for an old chook
    not bad at all
    good as gold
    all good here
    yeah nah I'm good
    yeah all good thanks
    no I'm right thanks
    I'm right love
    yes thank you dear I'm very well and how are you
    fit as a fiddle
    right as rain
    still kicking
    still above ground
    I'm still here
    never better
    couldn't be better
    box of birds
    tip top thanks darl
    good thanks and yourself
    good thank you and you
    hello yes I'm good thanks
    good morning I'm fine thank you Robyn
    yes I'm fine just having my breakfast
    all right thank you
    doing well thanks
    going great thanks
    yes everything's fine here
    everything is good thanks love
    I'm good thanks mate bye
    we're both fine thanks
    I'm feeling much better today thank you
    no no I'm fine
    no help needed I'm fine
    I don't need any help I'm fine thanks
    I'm well thank you very much
    pretty good thanks
    really good today thank you
    lovely thank you
    up and about
    hunky dory
    no worries at all
    um yes I'm I'm fine
    I'm OK thanks for asking
    yep fine
    good good
    all fine here thank you for calling
    I'm up and dressed
    keeping well thanks
    fair to middling
    happy as Larry
    you can tell Robyn I'm fine`),
  help: lines(`
    help
    help me
    help me please
    please help
    I need help
    I need some help please
    can you help me
    could you send someone
    send an ambulance
    call an ambulance please
    call triple zero
    get Robyn
    get my daughter
    call my daughter please
    can you ring my son
    tell Robyn to come
    can you tell Robyn to come
    could you ask my neighbour to pop over
    please come quickly
    somebody come please
    I want a doctor
    I need to go to hospital
    I've fallen
    I've had a fall
    ive fallen over
    fallen over
    I fell in the bathroom
    I slipped in the shower
    I'm on the floor
    I'm on the kitchen floor
    I can't get up
    I fell and I can't get up
    I'm stuck in the bath
    I've hurt my hip
    I think I've broken my wrist
    my leg hurts
    my chest hurts
    I've got chest pain
    I've got a pain in my chest
    my chest feels tight
    I'm in a lot of pain
    my back is killing me
    I can't breathe
    I can't breathe properly
    I'm short of breath
    I'm bleeding
    there's blood everywhere
    I'm crook
    I'm crook and I'm lost
    feeling a bit crook
    crook as a dog
    pretty crook today love
    I feel sick
    I'm not well
    not the best
    not the best today
    not feeling too flash
    not real flash
    I'm not feeling the best
    I'm not all right
    I don't feel right
    I don't feel well
    not too good
    not so good today
    no not good
    I'm not good
    not great
    I've been better
    I feel terrible
    I feel awful
    I'm feeling dizzy
    I feel faint
    I've been vomiting all night
    I'm lost
    I don't know where I am
    where am I
    I'm confused
    I can't remember where I am
    I'm scared
    I'm frightened
    I'm so frightened
    there's a man in the house
    there is somebody in my house
    someone's trying to get in
    someone has broken in
    somebody's banging on the door and won't go away
    there's an intruder
    there's a fire
    the kitchen's on fire
    I can smell gas
    I can smell smoke
    I'm locked out
    I've locked myself out
    I'm trapped
    something's wrong
    something is not right
    something's happened
    I think I'm having a stroke
    I think it's my heart
    I took too many tablets
    I took the wrong pills
    I can't cope
    I want to die
    my husband's collapsed
    John has fallen
    he's not breathing
    she won't wake up
    I'm in trouble
    it's an emergency
    yes I'm fine but I've had a fall
    I'm fine except I can't get up
    fine thanks but my chest hurts
    good morning I've had a fall
    hello hello help me
    no I'm not all right
    I'm not OK
    not well
    under the weather
    I can't move my arm
    I can't see
    I've got the flu
    I'm not coping
    don't leave me
    please don't hang up on me
    I want Robyn
    I need somebody
    ambulance`),
  taken: lines(`
    taken
    I've taken them
    yes I've taken my tablets
    yes I took them
    I've had my pills
    all done
    done love
    yes done thank you
    I've just had them
    already taken
    I had my tablets with breakfast`),
  not_yet: lines(`
    not yet
    no not yet
    I haven't yet
    I haven't taken them
    I forgot
    I'll take them later
    I'll have them after breakfast
    oh I forgot to take it
    just about to take them
    later`),
  yes: lines(`
    yes
    yeah
    yep
    okay
    right
    righto
    yes yes
    yeah yeah
    yes thank you
    yes love
    okay thanks
    yes I am
    yes I did
    that's right
    of course
    sure
    mhm
    yes Robyn
    all right`),
  no: lines(`
    no
    nah
    nope
    no thanks
    no thank you dear
    no I didn't
    no I don't
    I don't need any help
    no help needed
    no no no`),
  who_is_it: lines(`
    who is this
    who's this
    who is it
    who's calling
    who's calling please
    hello who is this
    yes who is this
    who am I speaking to
    where are you from
    where are you calling from
    what company are you from
    is this a scam
    are you a robot
    is this a recording
    what do you want
    what's this about
    why are you ringing me
    who are you
    can I help you
    I don't know you
    is that you Robyn
    how did you get my number`),
  pardon: lines(`
    pardon
    pardon me
    what
    what was that
    what did you say
    sorry
    sorry what was that
    say that again
    can you say that again please
    I can't hear you
    speak up
    speak up love I can't hear you
    could you repeat that
    come again
    you what
    eh
    I didn't catch that
    I don't understand
    which button do I press
    I'm a bit deaf
    the line's bad`),
  greeting: lines(`
    hello
    hello?
    hello hello
    hi
    yes hello
    hello yes
    hello Margaret speaking
    Margaret speaking
    Margaret here
    this is Margaret
    good morning
    morning
    g'day
    hello good morning
    hello this is Barbara speaking
    hello how are you
    are you there
    hello is anyone there
    speaking`),
  unclear: lines(`
    the ambulance drove past yesterday
    I fell asleep in the chair
    thanks
    bye
    I'm fine but
    the cat has got out again
    we had the cricket on
    fine mess this is
    well I never
    I'd be good if you stopped ringing
    not really
    yes and no
    yes please
    yeah nah
    OK but there is somebody in the garden
    I suppose so
    so so
    hang on
    just a minute love
    Robyn is coming later
    mumble the thing
    how can I help you
    if this is an emergency hang up and dial triple zero
    do you need help
    have you had a fall
    good heavens
    I was fine yesterday`),
}

/** What is no answer of a person, by what speaks. */
export const SPOKEN_BY: Record<Exclude<Speaker, 'reception'>, readonly string[]> = {
  machine: lines(`
    hi this is Margaret I can't come to the phone right now
    hi you've reached Margaret and John we can't come to the phone right now
    please leave a message after the tone
    leave your name and number and I'll get back to you as soon as I can
    hi it's Marg leave a message
    you've reached the voicemail of Margaret Hartley
    the person you are calling is not available
    the person you have called is unavailable please try again later
    your call could not be connected please check the number and try again
    the mobile you have called is switched off or out of range
    the Telstra number you have called is not connected
    we're out ring back later
    we're not here right now please leave a message
    sorry I missed your call leave your details and I'll call you back
    I'm sorry I can't take your call at the moment
    at the tone please record your message
    when you have finished recording hang up or press hash for more options
    to re-record press 2
    welcome to Hartley Gardens how can I help you
    good morning Sunnyside Nursing Home how may I direct your call
    thank you for calling the Oak Street Medical Centre if this is an emergency please hang up and dial triple zero
    for appointments press 1 for results press 2
    your call is important to us please hold the line
    you are number three in the queue
    all of our operators are busy
    this call may be recorded for quality and training purposes
    press one to speak to reception
    the mailbox is full
    message bank
    welcome to Telstra messagebank
    you know what to do
    the number you have dialled is not in service
    no one is available to take your call please leave a message
    our office is closed our hours are nine to five
    did you know our pendant alarm can call for help if you fall visit our website
    if you need help press one`),
  screening: lines(`
    hi if you record your name and reason for calling I'll see if this person is available
    record your name and reason for calling
    the person you're calling is using a screening service from Google and will get a copy of this conversation go ahead and say your name and why you're calling
    the person you are calling is using a screening service
    before I try to connect you can I ask what you're calling about
    please say your name and why you are calling
    this call is being screened
    please state your name and the reason for your call
    this person does not accept calls from unknown numbers
    say your name after the tone and press hash to be connected`),
  hold: lines(`
    hang on
    hang on a minute
    hold on love
    one moment please
    just a moment
    just a sec
    I'll get her
    I'll just get her for you
    I'll go and get Margaret
    wait a minute
    bear with me
    thanks please stay on the line
    stay on the line
    she's just coming
    here she is
    I'll put her on
    hold the line please
    won't be a minute
    let me turn the telly down`),
}
