// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRecorder } from './use-recorder.ts'

let allow: () => void
let track: { stop: ReturnType<typeof vi.fn<() => void>> }
const recorded = vi.fn<(sound: Blob) => void>()

beforeEach(() => {
  recorded.mockClear()
  track = { stop: vi.fn<() => void>() }
  const stream = { getTracks: () => [track] }
  const asked = new Promise((resolve) => {
    allow = () => resolve(stream)
  })
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia: () => asked } })
})
afterEach(() => vi.unstubAllGlobals())

test('who leaves the page before the browser lets it use the microphone is not recorded', async () => {
  const made = vi.fn<() => void>()
  vi.stubGlobal('MediaRecorder', made)
  const { result, unmount } = renderHook(() => useRecorder(recorded))
  act(() => result.current.start())
  unmount()
  await act(async () => allow())
  expect(track.stop).toHaveBeenCalledOnce()
  expect(made).not.toHaveBeenCalled()
})

test('a browser that cannot record gives the microphone back, and says so', async () => {
  vi.stubGlobal('MediaRecorder', function fails() {
    throw new DOMException('No format', 'NotSupportedError')
  })
  const { result } = renderHook(() => useRecorder(recorded))
  act(() => result.current.start())
  await act(async () => allow())
  expect(track.stop).toHaveBeenCalledOnce()
  expect(result.current).toMatchObject({ recording: { state: 'idle' }, failure: expect.stringMatching(/microphone/) })
})
