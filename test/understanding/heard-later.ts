import type { Meaning } from '#core/understanding/meaning-of.ts'
import type { Speaker } from '#core/understanding/what-speaks.ts'

export { NAMES } from './heard-first.ts'

const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

/** As in `heard-first.ts`, written later without knowledge of the wordings, to measure how far they reach. */
export const SAID: Record<Meaning | 'unclear', readonly string[]> = {
  fine: lines(`
    oh I'm not too bad thanks love and yourself
    I can't complain really
    yeah mate all good
    I'm good as gold thank you darling
    yes dear I'm quite all right
    everything's hunky dory here
    I'm doing okay thank you very much
    couldn't complain if I tried
    I'm perfectly well thank you
    hello love yes I'm fine
    no dramas here mate
    I'm travelling well thanks
    I'm all good thanks for checking up on me
    still alive and kicking
    yes thanks I'm fine I'm just watching the cricket
    I'm as fit as a mallee bull
    very well indeed thank you
    good morning Cooee I'm good
    I'm feeling good today love
    I'm right as rain darling
    we're all fine here thanks
    it's all good
    going along nicely thank you
    yes I am fine and how are you today
    I'm okay I'm okay
    life's good
    I'm feeling fantastic
    yeah no worries I'm fine
    I slept well thank you I'm good
    I'm fine thanks I just got up
    not bad thanks how are you going
    she's apples
    oh I'm going all right thanks
    I feel fine today`),
  help: lines(`
    oh love can you get somebody to help me
    I had a bit of a tumble this morning
    I've come a cropper on the back steps
    I've gone and hurt myself
    I've done my back in
    my ankle's the size of a football
    I'm feeling rotten
    I've been crook all week
    feeling pretty ordinary to be honest
    I'm not crash hot
    I'm not myself today
    I don't feel the best love
    don't feel too good
    it hurts when I breathe
    there's something wrong with me
    my heart's racing
    my heart is going like the clappers
    my arm's gone numb
    I've lost the feeling in my legs
    my face feels funny
    everything's spinning
    the room is spinning
    I keep falling over
    I nearly fainted
    I think I'm going to pass out
    I've been throwing up
    I'm so weak I can't stand
    I can't get out of bed
    I can't get off the toilet
    I can't get out of the chair
    I've been on the floor all night
    I've been lying here since last night
    I burnt my hand on the kettle
    I've cut myself and it won't stop bleeding
    I don't know what day it is
    I don't know what's happening to me
    I can't find my way home
    I'm all muddled up
    I'm terrified
    there's a stranger in my bedroom
    someone's in the house
    there's someone outside trying to break in
    some bloke is trying to get through my window
    I've been robbed
    my son hit me
    the house is full of smoke
    the stove's caught fire
    I smell gas in the kitchen
    there's water pouring through the ceiling
    I can't open the door I'm locked in
    I've taken my pills twice
    I've taken too much insulin
    my wife's had a fall
    my husband won't wake up
    mum's not breathing
    John has had a turn
    please get someone
    would you ring my daughter for me
    get the doctor please
    I need to see a doctor
    I need an ambo
    I want to go to the hospital
    let my family know I need them
    tell my son I need him
    ask Robyn to come over
    can someone come
    come quick
    help help I've fallen down
    yeah I'm okay but I've hurt my leg
    I'm all right but I'm bleeding
    no I'm not feeling well at all
    I wouldn't say I'm well
    things aren't good here
    I've had a rough night my chest is tight
    I'm having trouble breathing
    I can hardly breathe
    I can barely walk
    I'm burning up
    I've got a terrible headache
    I've got pains all down my arm
    I don't want to live any more
    I've had enough I want to end it
    I'm in agony
    I'm feeling very poorly
    bit crook today
    crook in the guts
    not feeling one hundred percent
    I'm in strife
    I'm in a spot of bother
    I'm going downhill fast
    I could be worse I could be better`),
  taken: lines(`
    yes I've just taken it
    I've already had them love
    took my tablets this morning
    yes darling all done
    I've taken the lot
    yes I've done it`),
  not_yet: lines(`
    no I haven't had them yet
    I've not taken it yet
    oh no I clean forgot
    I'll take it in a minute
    I'm about to take them
    no sorry not yet love`),
  yes: lines(`
    yes certainly
    yeah right
    okay love
    yep yep
    yes it is
    yes indeed`),
  no: lines(`
    no love
    no I did not
    nah mate
    no I'm not after any help
    no thanks I don't need anything`),
  who_is_it: lines(`
    who's that
    who did you say you were
    sorry who is this
    who is speaking please
    what's your name
    where are you ringing from
    are you one of those scammers
    is this a real person
    am I talking to a machine
    what are you selling
    what is it you want
    who the hell is this
    which company is this
    do I know you
    may I ask who's calling
    what's this regarding
    hello who's there`),
  pardon: lines(`
    pardon love
    sorry I didn't hear that
    I can't hear a word you're saying
    can you speak a bit louder please
    what's that you said
    you'll have to speak up
    say it again slowly
    I didn't understand a word of that
    sorry could you repeat the question
    I beg your pardon
    what do I have to press`),
  greeting: lines(`
    hello it's Margaret
    hello Margaret Hartley
    good afternoon Margaret speaking
    hello dear
    yes good morning
    hiya
    hello hello is anybody there
    Hartley residence
    yes this is she`),
  unclear: lines(`
    I'm fine thanks but the dog's not well
    I've got a man here fixing the sink
    the nurse is coming at ten
    I was watching the fire brigade on the telly
    my grandson fell asleep on the couch
    nobody needs any help here I'm just talking to the cat
    there's a cricket match on
    Robyn's husband is a doctor
    my knitting's on the floor above
    not at the moment
    ask me tomorrow
    I'm all right I suppose
    I'm fine I think
    blah blah something the window
    it depends
    I'm a bit of all right
    I thought you were the plumber
    I'll ring my daughter later
    that was a great help thank you
    we need rain`),
}

export const SPOKEN_BY: Record<Exclude<Speaker, 'reception'>, readonly string[]> = {
  machine: lines(`
    g'day you've got Col and Bev we're either out in the garden or can't get to the phone leave us a message
    hi this is Margaret's phone sorry I can't get to it right now
    hello we can't take your call right now but if you leave your name and number we'll call you back
    you have called the Hartley family please speak after the beep
    hello this is John and Margaret we are not home at the moment
    hi I'm not available just now leave a message and I'll ring you when I can
    hey it's Tom I can't answer at the moment shoot me a text
    hi I'm probably out leave a message
    I'm unable to take your call please leave a message and I'll help you as soon as I can
    the customer you are calling cannot be reached at the moment
    the number you are calling has been disconnected
    the Optus customer you have called is not available please call again later
    this number is not in service please check and dial again
    your message will be converted to text and sent to the person you are calling
    please record your message after the tone when finished hang up or press one for more options
    record your message at the tone
    the person you called has a voicemail box that has not been set up yet goodbye
    good afternoon Bupa Aged Care reception how can I help
    you've reached the Willows retirement village our office hours are nine to five if this is a medical emergency hang up and call triple zero
    thanks for calling Dr Smith's surgery for an ambulance call triple zero
    if this is an emergency please hang up and dial triple zero
    your call has been placed in a queue and will be answered by the next available operator
    please hold while we transfer your call
    to hear these options again press star
    press hash to speak with a nurse
    sorry that is not a valid option
    hello this is an automated call from Services Australia
    have you been injured at work call us now for a free quote
    fallen and can't get up with Medi Alert help is just a button away visit our website
    police say a man was found hurt in a house fire in Footscray more after the break
    we have detected suspicious activity on your account press one to speak to the fraud team
    sorry I've fallen behind on my calls leave a message
    hi I'm out at the doctor's leave me a message
    I'm sick of telemarketers so leave a message if you're not one
    no one can come to the phone they're all at the hospital leave a message`),
  screening: lines(`
    hi please say who you are and why you're calling
    hello I'm the Google Assistant please tell me why you're calling
    can you tell me your name and the reason you're calling
    the person you're trying to reach is screening their calls
    please state your name after the tone and I'll see if they're available
    if you record your name and reason for calling I will see if this person is available`),
  hold: lines(`
    hold on a second love
    just a tick
    hang about
    wait on I'll turn the radio down
    I'll pass you over to mum
    I'll fetch her for you
    give me a minute dear
    mum it's for you
    he's just coming now
    one sec
    hang on I haven't got my hearing aids in`),
}
