/** What an account holder is told when a contact has answered STOP to a text message. */
export function textsStoppedMail(name: string): { subject: string; text: string } {
  return {
    subject: `${name} does not take text messages any more`,
    text: [
      `${name} has answered STOP to a text message from Cooee, so the network delivers no further ones.`,
      '',
      `Should somebody need looking after, Cooee rings ${name} at once instead of writing first. ${name} can take text messages again by sending START to the number that Cooee writes from.`,
    ].join('\n'),
  }
}
