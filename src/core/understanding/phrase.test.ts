import { expect, test } from 'vitest'
import { phrase, wordsIn } from './phrase.ts'

const isFound = (wording: string, said: string) => phrase(wording, '').test(`${said} `)

test.each([
  ['not well', 'i am not well', true],
  ['not well', 'i am not wellington', false],
  ['well', 'farewell', false],
  ['not very|too? well', 'not too well', true],
  ['not very|too? well', 'not well', true],
  ['not very|too? well', 'not too very well', false],
  ['not very|too* well', 'not too very well', true],
  ['so+ good', 'good', false],
  ['get_up|go', 'please get up', true],
  ['get_up|go', 'please get upset', false],
  ['my {body} hurts', 'my knee hurts', true],
  ['call ..2 son', 'call my eldest son', true],
  ['call ..2 son', 'call the man who is my son', false],
  ['call . son', 'call son', false],
  ['!i|to call', 'i call', false],
  ['!go_and call', 'go and call', false],
  ['!i|to call', 'please call', true],
  ['lost ~for_words', 'lost for words', false],
  ['lost ~for_words', 'lost for ever', true],
  ['^ help $', 'help', true],
  ['^ help $', 'help me', false],
])('"%s" in "%s": %s', (wording, said, expected) => {
  expect(isFound(wording, said)).toBe(expected)
})

test('the longest of several matching phrases is taken', () => {
  expect(phrase('pardon|pardon_me', '').exec('pardon me love ')?.[0]).toBe('pardon me ')
})

test('a class that nobody has written is an error', () => {
  expect(() => phrase('{nonsense}')).toThrow('nonsense')
})

test('the words of a wording are those of its classes as well', () => {
  expect(wordsIn(['get_up ..2 {rescue}'])).toEqual(expect.arrayContaining(['get', 'up', 'ambulance', 'triple', 'zero']))
})
