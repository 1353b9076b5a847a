import { readFileSync } from 'node:fs'

/** The mark as phones show it beside a call: phones draw no SVG. */
const LOGO = readFileSync(new URL('./logo.png', import.meta.url)).toString('base64')
/** RFC 6350, 3.2: a line has at most 75 octets, and continues after a line break and a space. Ours are ASCII alone. */
const LONGEST_LINE = 75

/** Cooee as a contact to be saved: a vCard 4.0 (RFC 6350) with its number in E.164, its address and its mark. */
export function contactCard({ number, publicUrl }: { number: string; publicUrl: string }): string {
  return [
    'BEGIN:VCARD',
    'VERSION:4.0',
    'KIND:org',
    'FN:Cooee',
    'ORG:Cooee',
    `TEL;VALUE=uri;TYPE="voice,text";PREF=1:tel:${number}`,
    `URL:${new URL(publicUrl).href}`,
    'NOTE:Care calls that your family has asked for.',
    `PHOTO:data:image/png;base64,${LOGO}`,
    'END:VCARD',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
}

function folded(line: string): string {
  const rest = line.slice(LONGEST_LINE).match(new RegExp(`.{1,${LONGEST_LINE - 1}}`, 'g')) ?? []
  return [line.slice(0, LONGEST_LINE), ...rest].join('\r\n ')
}
