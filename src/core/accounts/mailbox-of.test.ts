import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox-of.ts'

test.each([
  ['Robyn+cooee+2@Example.com', 'robyn@example.com'],
  ['robyn.hartley@example.com', 'robyn.hartley@example.com'],
  ['r.o.byn+1@gmail.com', 'robyn@gmail.com'],
  ['robyn@googlemail.com', 'robyn@gmail.com'],
])('mails to %s arrive at %s', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox))
