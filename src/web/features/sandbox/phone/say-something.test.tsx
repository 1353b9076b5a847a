// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { SaySomething } from './say-something.tsx'
import { useSpeech } from './use-speech.ts'

/** As much of a browser's speech recognition as is used. */
class Recogniser extends EventTarget {
  static readonly made: Recogniser[] = []
  lang = ''
  continuous = true
  interimResults = false
  state: 'new' | 'started' | 'aborted' = 'new'
  constructor() {
    super()
    Recogniser.made.push(this)
  }
  start() {
    this.state = 'started'
  }
  abort() {
    this.state = 'aborted'
  }
  hears(transcript: string, isFinal: boolean) {
    const result = Object.assign([{ transcript }], { isFinal })
    act(() => void this.dispatchEvent(Object.assign(new Event('result'), { results: [result] })))
  }
  ends(error?: string) {
    act(() => {
      if (error) this.dispatchEvent(Object.assign(new Event('error'), { error }))
      this.dispatchEvent(new Event('end'))
    })
  }
}

beforeEach(() => {
  Recogniser.made.length = 0
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Phone() {
  return <SaySomething callId="11" name="Margaret" speech={useSpeech()} />
}

function show({ canSpeak = true, speak = (): unknown => reply(204) } = {}) {
  if (canSpeak) vi.stubGlobal('webkitSpeechRecognition', Recogniser)
  const server = fakeServer({ 'POST /api/sandbox/phones/:id/speak': speak })
  const shown = render(
    <QueryClientProvider client={new QueryClient()}>
      <Phone />
    </QueryClientProvider>,
  )
  const said = () => server.sentTo('POST /api/sandbox/phones/:id/speak').map(({ body }) => body)
  return { ...shown, user: userEvent.setup(), said }
}
const box = () => screen.getByRole<HTMLInputElement>('textbox')
const speakButton = () => screen.getByRole('button', { name: 'Speak' })
async function listening({ user }: ReturnType<typeof show>): Promise<Recogniser> {
  await user.click(speakButton())
  const recogniser = Recogniser.made.at(-1)
  if (!recogniser) throw new Error('Nothing listens')
  return recogniser
}

test('Enter sends a finished turn, and the next can be typed at once', async () => {
  const { user, said } = show()
  await user.type(box(), 'The roses are out{Enter}And the beans{Enter}')
  await waitFor(() => expect(said()).toEqual([{ words: 'The roses are out' }, { words: 'And the beans' }]))
  expect(box().value).toBe('')
})

test('what the phone did not take stands in the box again', async () => {
  const { user } = show({ speak: () => reply(409, { message: 'Nobody holds this phone' }) })
  await user.type(box(), 'The roses are out{Enter}')
  await waitFor(() => expect(box().value).toBe('The roses are out'))
})

test('a browser that does not understand speech has no button for it', () => {
  show({ canSpeak: false })
  expect(screen.queryByRole('button', { name: 'Speak' })).toBeNull()
})

test('the microphone is asked for on a tap, what is heard so far is shown, and a finished turn is said', async () => {
  const page = show()
  expect(Recogniser.made).toEqual([])
  const recogniser = await listening(page)
  expect(recogniser).toMatchObject({ lang: 'en-AU', continuous: false, interimResults: true, state: 'started' })
  expect(speakButton().getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('status').textContent).toBe(
    'Speak now. Your browser may send the sound to its maker. We keep none.',
  )
  recogniser.hears('the roses', false)
  expect(box().value).toBe('the roses')
  expect(page.said()).toEqual([])
  recogniser.hears('the roses are out', true)
  await waitFor(() => expect(page.said()).toEqual([{ words: 'the roses are out' }]))
  expect(box().value).toBe('')
  expect(speakButton().getAttribute('aria-pressed')).toBe('false')
})

test('a second tap stops listening and says nothing; what was typed stays', async () => {
  const page = show()
  await page.user.type(box(), 'All is')
  const recogniser = await listening(page)
  recogniser.hears('the roses', false)
  await page.user.click(speakButton())
  expect(recogniser.state).toBe('aborted')
  expect(box().value).toBe('All is')
  expect(page.said()).toEqual([])
})

test('who types while it listens takes over from what was heard', async () => {
  const page = show()
  const recogniser = await listening(page)
  recogniser.hears('the hoses', false)
  await page.user.type(box(), ' are out{Enter}')
  expect(recogniser.state).toBe('aborted')
  await waitFor(() => expect(page.said()).toEqual([{ words: 'the hoses are out' }]))
  expect(box().value).toBe('')
})

test.each([
  ['not-allowed', 'This page may not use the microphone. Allow it in your browser, or type.'],
  ['no-speech', 'We heard nothing. Try again, or type.'],
  ['audio-capture', 'There is no microphone. Plug one in, or type.'],
  ['network', 'Your browser can’t reach its speech service. Please type.'],
  ['something-new', 'We couldn’t listen. Try again, or type.'],
])('where listening fails with %s, it says so in plain words', async (error, sentence) => {
  const page = show()
  const recogniser = await listening(page)
  recogniser.ends(error)
  expect(screen.getByRole('status').textContent).toBe(sentence)
  await listening(page)
  expect(screen.queryByText(sentence)).toBeNull()
})

test('the microphone stops with the call', async () => {
  const page = show()
  const recogniser = await listening(page)
  page.unmount()
  expect(recogniser.state).toBe('aborted')
})
