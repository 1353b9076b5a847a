// @vitest-environment jsdom
import { act, cleanup, configure, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { DialogCancel, ResponsiveDialog } from './dialog.tsx'
import { Toaster, toast } from './toast.tsx'

// Long enough for a machine that does much else at once.
configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)

async function open(hasChanges: boolean) {
  // Another file of this process may have left one, with a close button of its own.
  toast.dismiss()
  const changes: boolean[] = []
  render(
    <>
      <Toaster />
      <ResponsiveDialog
        open
        onOpenChange={(next) => changes.push(next)}
        title="Edit Loved One"
        description="Update your loved one's information here."
        hasChanges={hasChanges}
        footer={<DialogCancel />}
      >
        <input aria-label="Name" />
      </ResponsiveDialog>
    </>,
  )
  await screen.findByRole('dialog')
  return { changes, user: userEvent.setup() }
}

test('a dialog takes the focus to its first field and closes on Esc', async () => {
  const { changes, user } = await open(false)
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  await user.keyboard('{Escape}')
  expect(changes).toEqual([false])
})

type User = Awaited<ReturnType<typeof open>>['user']
const WAYS_OUT: Record<string, (user: User) => Promise<void>> = {
  Cancel: (user) => user.click(screen.getByRole('button', { name: 'Cancel' })),
  'the close button': (user) => user.click(screen.getByRole('button', { name: 'Close' })),
  Esc: (user) => user.keyboard('{Escape}'),
  // The page behind a dialog takes no clicks in a test's eyes; its overlay does.
  'a tap beside it': () =>
    userEvent.setup({ pointerEventsCheck: 0 }).click(document.querySelector('.overlay') ?? document.body),
}

test.for(Object.entries(WAYS_OUT))('%s asks before changes are lost, and keeps them by default', async ([, leave]) => {
  const { changes, user } = await open(true)
  await leave(user)
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(changes).toEqual([])
  await leave(user)
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(changes).toEqual([false])
})

test.for(Object.entries(WAYS_OUT))('%s closes a dialog without changes at once', async ([, leave]) => {
  const { changes, user } = await open(false)
  await leave(user)
  expect(changes).toEqual([false])
})

test('putting a toast away leaves the dialog open', async () => {
  const { changes } = await open(false)
  act(() => toast.error('Failed to schedule call'))
  const close = screen.getByText('Failed to schedule call').closest('.toast')?.querySelector('button')
  // The page behind a dialog takes no clicks in a test's eyes; the toast does.
  await userEvent.setup({ pointerEventsCheck: 0 }).click(close ?? document.body)
  expect(screen.queryByText('Failed to schedule call')).toBeNull()
  expect(changes).toEqual([])
})
