import type { Meaning } from '#core/understanding/meaning-of.ts'
import type { Speaker } from '#core/understanding/what-speaks.ts'

export { NAMES } from './heard-first.ts'

const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

/** As in `heard-later.ts`, after the wordings had been mended once. */
export const SAID: Record<Meaning | 'unclear', readonly string[]> = {
  fine: lines(`
    oh yes love I'm doing fine thank you for ringing
    no complaints here
    can't grumble love
    I'm pretty good today thanks mate
    yes I'm okay thank you very much
    I'm well and happy thank you
    all good mate cheers
    I'm very good thank you and you
    nothing to complain about love
    I'm awake and all right
    yes fine thanks bye
    yes yes I'm good I'm good
    just fine thank you
    I'm okay love thanks`),
  help: lines(`
    I've slipped over and I think my hip's broken
    I went flying on the wet tiles
    I tripped over the cat and hit my head
    my knee's given way
    I've got a sharp pain in my side
    me back's gone
    my stomach is killing me
    I feel like I'm going to be sick
    I've come over all funny
    I feel a bit off colour
    I'm a bit wobbly on my feet
    feeling a bit under the weather love
    I'm not the full quid today
    I'm not travelling too well
    I'm not so hot
    haven't been too good
    I don't feel up to much
    I'm really not well
    I'm not very well I'm afraid
    I'm afraid I've had a fall
    I'm struggling to breathe
    I can't catch my breath
    I can't swallow
    I can't feel my foot
    I can't get warm
    I'm freezing cold and the heater's broken
    I can't lift my arm
    I can't find the bathroom
    I can't think straight
    I'm seeing things
    there are people in my room who shouldn't be there
    a strange man is in my kitchen
    they're trying to break in the back door
    somebody is in the house
    someone stole my purse
    he's hurting me
    there's smoke coming from the kitchen
    the smoke alarm won't stop
    I think there's a gas leak
    the bathroom's flooding
    I'm stuck in the shower
    I've shut myself out
    I've run out of insulin
    I've run out of oxygen
    I think I took my tablets twice
    my wife is unconscious
    my husband can't get up
    my sister has collapsed in the kitchen
    Dad's had a stroke
    could you get me some help
    would you please call someone
    I want my daughter
    I need my son
    ring Robyn please
    please ring my family
    send for the doctor
    I think I need an ambulance
    I think I should go to hospital
    I'm in hospital
    can the nurse come
    someone needs to come here
    I don't know what to do
    I'm at the end of my tether
    I just want to die
    I'm very frightened
    I'm so confused
    I'm not safe here
    two of my fingers are numb
    yes I'm good but I can't get out of the bath
    good thanks apart from this pain in my chest
    oh not bad I fell over though
    hello yes I've fallen and I'm bleeding
    I'm no good love
    pretty crook actually
    shocking
    I reckon I've broken something
    get me up off the floor
    awful
    dizzy`),
  taken: lines(`
    yes I've taken my medicine thank you
    had them an hour ago
    I have taken my medication
    just done it now`),
  not_yet: lines(`
    I haven't had my tablets yet
    no I'll do it later
    oh dear I forgot all about it`),
  yes: lines(`
    yes that's correct
    yep that's right
    ok dear`),
  no: lines(`
    no I don't think so
    no no thank you
    no dear I'm not hurt
    no one's hurt`),
  who_is_it: lines(`
    who's speaking
    and who are you
    hello who am I talking to please
    yes hello who
    is this one of those recorded messages
    what organisation are you with
    who did you say is calling
    what are you calling about
    are you trying to sell me something`),
  pardon: lines(`
    what did you say love
    I'm sorry I didn't catch that
    could you speak up please
    can you repeat the question please
    I couldn't hear you
    you're very faint
    what was the question
    come again mate`),
  greeting: lines(`
    hello this is Margaret Hartley
    good morning Margaret here
    hello love how are you going
    good evening
    yes Margaret speaking
    hello Cooee`),
  unclear: lines(`
    my daughter had a fall in prices to tell you about
    I was just telling Robyn about the bins
    the hospital fete is on Sunday
    I'm off to see the doctor about my script
    my neighbour burnt the toast
    is somebody hurt
    did someone call an ambulance
    I'd be lost without you
    I'm dying for a cup of tea
    it was bloody good
    yes but
    fine until yesterday
    yes please do not worry
    I'm not dizzy any more
    you have the wrong number
    take me off your list
    stop calling me
    can you call me back later please
    I'm busy can you ring back later
    I'm not sick
    my daughter is a nurse
    he was fine when he left
    the kettle is on
    I'm fine and
    I'm fine no actually I'm not`),
}

export const SPOKEN_BY: Record<Exclude<Speaker, 'reception'>, readonly string[]> = {
  machine: lines(`
    hello you have reached 0 3 9 5 5 5 please leave a message
    hi it's Bev I can't take your call I'm either on the phone or away from my desk
    Margaret and John aren't home right now leave a message after the beep
    sorry we missed you leave your details and we'll ring you back
    this is the message bank of
    hello you've called the Hartleys nobody can get to the phone right now
    to leave a message for Margaret press one
    your call could not be taken at this time please try again later
    the subscriber you are trying to reach is currently unavailable
    this mailbox is full and cannot accept new messages goodbye
    you have dialled an incorrect number
    all our consultants are currently helping other customers
    how may I help you today
    Greenvale Village reception this is Kylie speaking how can I help you
    if you know your party's extension enter it now
    para español oprima dos for English press one
    I can't help you right now but leave a message and I'll get back to you
    if you've had a fall and need help press your pendant otherwise leave a message
    for emergencies call triple zero for nursing staff press two
    are you in pain our clinic can help call now
    we're currently closed if your call is urgent please call the after hours doctor on
    hi you know what to do after the beep
    the person you're calling can't take your call right now please record your message
    the service you are calling has been temporarily disconnected`),
  screening: lines(`
    who are you and why are you calling please say your name and reason
    calls to this number are being screened
    hi this call is answered by an assistant please say who is calling and why
    to be connected please say your name after the tone`),
  hold: lines(`
    just hang on a tick love
    wait there I'll go and find her
    I'll put mum on for you
    two seconds I'm just turning off the stove
    please hold the line`),
}
