/** Short forms and what they are short for; matched in lower case, with the keyboard's apostrophe or without one. */
export const SHORT_FORMS: readonly (readonly [form: RegExp, full: string])[] = [
  [/\b(?:o\. ?k\b\.?|o k\b|0k\b)/g, 'ok'],
  [/\bi'?m\b/g, 'i am'],
  [/\bi'?ve\b/g, 'i have'],
  [/\bi'll\b/g, 'i will'],
  [/\bi'?d (?=like|love|want|prefer|rather|appreciate)/g, 'i would '],
  [/\bshell (?=be\b)/g, 'she will '],
  [/\bill (?=be|go|get|take|have|do|call|ring|put|see|just|tell|grab|fetch)\b/g, 'i will '],
  [/\b(?:can't|cant|cannot|cannt|carnt|kant|can nt)\b/g, 'can not'],
  [/\b(?:won't|wont)\b/g, 'will not'],
  [/\bain'?t\b/g, 'is not'],
  [/\b(do|does|did|is|are|was|were|have|has|had|could|would|should|must|need)n'?t\b/g, '$1 not'],
  [/\b(\p{L}+)'re\b/gu, '$1 are'],
  [/\b(\p{L}+)'ve\b/gu, '$1 have'],
  [/\b(\p{L}+)'ll\b/gu, '$1 will'],
  [/\b(\p{L}+)'d\b/gu, '$1 would'],
  [/\b(theyre|youre)\b/g, 'you are'],
  [/\b(?:its)\b/g, 'it is'],
  [
    /\b(it|he|she|that|there|here|what|who|where|how|everything|everybody|everyone|something|somebody|someone|all|name)'?s\b/g,
    '$1 is',
  ],
  [/\bwhose (?=this|that|calling|speaking|ringing|there)/g, 'who is '],
  [/\blet'?s\b/g, 'let us'],
  [/\b(gun|gon)na\b/g, 'going to'],
  [/\bwanna\b/g, 'want to'],
  [/\bgotta\b/g, 'got to'],
  [/\bdunno\b/g, 'do not know'],
  [/\bdon no\b/g, 'do not know'],
  [/\b(?:all ?right|alright|alrite|allrite|orright|aw right|arright)\b/g, 'all right'],
  [/\bthank ?(?:you|u|yous|ya|yer)\b/g, 'thanks'],
  [/\b(?:mm ?hm+|mhm|uh huh|aha|mm mm)\b/g, 'yes'],
  [/\bg'? ?day\b/g, 'hello'],
  [/\bvoice mail\b/g, 'voicemail'],
  [/\bmail box\b/g, 'mailbox'],
  [/\bpara medics?\b/g, 'paramedics'],
  [/\btriple (?:0|oh)\b/g, 'triple zero'],
  [/\b(?:0 0 0|zero zero zero)\b/g, '000'],
  [/\b(?:100|hundred) ?%/g, 'hundred percent'],
  [/\bper cent\b/g, 'percent'],
]

/** Other spellings, slips of a thumb, slang and what a recogniser takes a word for. */
const SPELLINGS: Record<string, string> = {
  ok: 'okay okey oky oaky okie kk k okays oki',
  yes: 'yeah yep yup yea ye ya yeh yess y yas aye yeap yis yessir',
  no: 'nah nope naw nup na',
  thanks: 'thankyou ta cheers thx thanx tanks fanks tah',
  hello: 'hullo hallo helo hi hey hiya howdy ello gday hey-ho heya hellow',
  help: 'hlep hepl halp hellp helpp elp',
  good: 'gud goood goodo',
  fine: 'fien fyne foine',
  please: 'pls plz pleas',
  you: 'u ya',
  are: 'r',
  ambulance: 'ambo ambulence ambulanse ambos',
  doctor: 'dr doc docter doctors drs',
  tv: 'telly tele television',
  sos: 's.o.s',
  breathe: 'breethe',
  brother: 'bro',
  right: 'rite righto righty rightio rightyo',
  neighbour: 'neighbor',
  message: 'msg mesage',
  something: 'somethin summat somethings',
  feeling: 'feelin',
  going: 'goin',
  nothing: 'nothin nuthin',
  though: 'tho',
  marvellous: 'marvelous',
  travelling: 'traveling',
  dizzy: 'dizzi',
  crook: 'cruk',
}
export const ONE_SPELLING: ReadonlyMap<string, string> = new Map(
  Object.entries(SPELLINGS).flatMap(([word, others]) => others.split(' ').map((other) => [other, word] as const)),
)

/** Sounds while somebody thinks. */
export const HESITATIONS: ReadonlySet<string> = new Set(
  'um umm uh uhm er err erm ah ahh hm hmm mm mmm oh ooh ohh aw aww ooo eer ahem'.split(' '),
)

/** After these a noun with 's is somebody or something that is or has: "my leg's broken". */
export const FOLLOWS_IS: ReadonlySet<string> = new Set(
  `a an the in on at out up down under over off not been had gone got too so very really just all here there no broken caught
  collapsed full dead fallen fell good fine well ok okay bad sore numb swollen stuck great lovely crook sick ill unwell hurt
  bleeding worse terrible awful tight heavy weak funny asleep away home trying taken passed come left like still always
  never quite pretty bit smashed locked flooded burning my his her trapped blocked killing`.split(/\s+/),
)
