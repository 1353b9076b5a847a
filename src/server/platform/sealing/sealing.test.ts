import { createSecretKey, randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { ENVELOPE_BYTES, sealingKey } from './envelope.ts'
import { createSealing, type Sealing } from './sealing.ts'

const aKey = () => createSecretKey(randomBytes(32))
const [present, former] = [aKey(), aKey()]
const SAID = 'She said that the key is under the marmalade 🫙'
const TURN = { attemptId: 7, step: 'answer first' }

let logged: unknown[][]
const log = { error: (...line: unknown[]) => logged.push(line) }
let sealing: Sealing
beforeEach(() => {
  logged = []
  sealing = createSealing({ current: present, old: [former] }, log)
})

test('a sealed text can be opened again, and nothing of it can be read meanwhile', () => {
  const stored = sealing.sealText('turns.text', TURN, SAID)
  expect(stored.sealedWith).toBe(sealing.keyId)
  expect(Buffer.from(stored.value, 'base64').toString('latin1')).not.toContain('marmalade')
  expect(sealing.openText('turns.text', TURN, stored)).toEqual({ kind: 'opened', content: SAID })
})

test.each([0, 1, 1_000_000])('%i bytes stay what they are, and become longer by the envelope alone', (length) => {
  const bytes = randomBytes(length)
  const stored = sealing.sealBytes('recordings.sound', { id: 1 }, bytes)
  expect(stored.value).toHaveLength(length + ENVELOPE_BYTES)
  expect(sealing.openBytes('recordings.sound', { id: 1 }, stored)).toEqual({ kind: 'opened', content: bytes })
})

test('a text is sealed differently every time: nobody sees that two people said the same', () => {
  const sealed = Array.from({ length: 100 }, () => sealing.sealText('turns.text', TURN, 'Yes').value)
  expect(new Set(sealed).size).toBe(100)
})

test.each([
  ['another row', { attemptId: 8, step: 'answer first' }],
  ['another step of the same attempt', { attemptId: 7, step: 'reply first' }],
])('what was moved to %s is refused, not shown', (_where, row) => {
  const stored = sealing.sealText('turns.text', TURN, SAID)
  expect(sealing.openText('turns.text', row, stored)).toMatchObject({ kind: 'unreadable', because: 'damaged' })
})

test('a sealed text that was moved to another column is refused', () => {
  const { value, sealedWith } = sealing.sealBytes('recordings.sound', { id: 1 }, Buffer.from(SAID))
  const moved = { value: value.toString('base64'), sealedWith }
  expect(sealing.openText('webhooks.secret', { id: 1 }, moved)).toMatchObject({ kind: 'unreadable' })
})

test('no byte of an envelope can be changed', () => {
  const { value, sealedWith } = sealing.sealBytes('recordings.sound', { id: 1 }, Buffer.from('ok'))
  for (let index = 0; index < value.length; index += 1) {
    const changed = Buffer.from(value)
    changed.writeUInt8((changed.readUInt8(index) + 1) % 256, index)
    const opened = sealing.openBytes('recordings.sound', { id: 1 }, { value: changed, sealedWith })
    expect(opened.kind, `byte ${index}`).toBe('unreadable')
  }
})

test.each([0, 1, ENVELOPE_BYTES - 1])('an envelope cut to %i bytes is refused', (length) => {
  const { value, sealedWith } = sealing.sealBytes('recordings.sound', { id: 1 }, Buffer.from(SAID))
  const cut = { value: value.subarray(0, length), sealedWith }
  expect(sealing.openBytes('recordings.sound', { id: 1 }, cut)).toMatchObject({ kind: 'unreadable' })
})

test('an old key opens, and the present one seals', () => {
  const before = createSealing({ current: former }, log)
  const stored = before.sealText('turns.text', TURN, SAID)
  expect(sealing.openText('turns.text', TURN, stored)).toEqual({ kind: 'opened', content: SAID })
  const resealed = sealing.reseal('turns.text', TURN, stored)
  expect(resealed?.sealedWith).toBe(sealingKey(present).id)
  expect(before.reseal('turns.text', TURN, resealed ?? stored)).toBeNull()
})

test('without its key it is unreadable and the log names the key, once a minute; no key is ever in it', () => {
  const stored = sealing.sealText('turns.text', TURN, SAID)
  const without = createSealing({ old: [former] }, log)
  for (const _ of [1, 2, 3]) {
    expect(without.openText('turns.text', TURN, stored)).toEqual({
      kind: 'unreadable',
      because: 'key_missing',
      keyId: sealing.keyId,
    })
  }
  expect(logged).toEqual([[{ column: 'turns.text', keyId: sealing.keyId }, expect.stringContaining('ENCRYPTION_KEY')]])
})

test('without any key things are stored as they are, and what was stored so stays readable once there is one', () => {
  const without = createSealing({}, log)
  const stored = without.sealText('turns.text', TURN, SAID)
  expect(stored).toEqual({ value: SAID, sealedWith: null })
  expect(without.keyId).toBeNull()
  for (const reader of [without, sealing]) {
    expect(reader.openText('turns.text', TURN, stored)).toEqual({ kind: 'opened', content: SAID })
  }
})

test('keys that are logged by mistake show nothing of themselves', () => {
  const shown = inspect({ key: present }) + JSON.stringify({ key: present })
  expect(shown).not.toContain(present.export().toString('hex').slice(0, 8))
  expect(shown).not.toContain(present.export().toString('base64').slice(0, 8))
})
