// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'
import { Toaster } from './overlay/toast.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'execCommand')
})

function withClipboard(clipboard: Partial<Clipboard> | undefined) {
  vi.stubGlobal('navigator', { ...navigator, clipboard })
}
function press() {
  render(
    <>
      <CopyButton text="CA123" about="Call SID" />
      <Toaster />
    </>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Copy Call SID' }))
}

test('what was copied is said on the button and to readers of the screen', async () => {
  const copied: string[] = []
  withClipboard({ writeText: async (text) => void copied.push(text) })
  press()
  await screen.findByRole('button', { name: 'Copied!' })
  expect(screen.getByText('Call SID: copied').getAttribute('role')).toBe('status')
  expect(copied).toEqual(['CA123'])
})

test.each([
  ['there is no clipboard', undefined],
  ['the clipboard is not let in', { writeText: () => Promise.reject(new Error('NotAllowedError')) }],
])('where %s, the text is selected and copied', async (_, clipboard) => {
  withClipboard(clipboard)
  let selected = ''
  document.execCommand = () => {
    selected = document.querySelector('textarea')?.value ?? ''
    return true
  }
  press()
  await screen.findByRole('button', { name: 'Copied!' })
  expect(selected).toBe('CA123')
  expect(document.querySelector('textarea')).toBeNull()
})

test('where nothing helps it is said', async () => {
  withClipboard(undefined)
  document.execCommand = () => false
  press()
  await screen.findByText('Your browser wouldn’t copy it. Please select the text and copy it yourself.')
  expect(screen.getByRole('button', { name: 'Copy Call SID' })).toBeDefined()
})
