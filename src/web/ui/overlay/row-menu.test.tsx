// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { RowMenu } from './row-menu.tsx'

afterEach(cleanup)

test('an open menu keeps its entries when the page around it is drawn again: a click on one is not lost', async () => {
  const choose = vi.fn()
  // The menu of the sidebar: it is drawn before the page's landmark exists.
  const page = () => (
    <>
      <aside>
        <RowMenu label="Families" items={[{ label: 'Jane’s family', onSelect: choose }]} />
      </aside>
      <main id="main" />
    </>
  )
  const { rerender } = render(page())
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.click(screen.getByRole('button', { name: 'Families' }))
  const entry = await screen.findByRole('menuitem', { name: 'Jane’s family' })
  rerender(page())
  expect(screen.getByRole('menuitem', { name: 'Jane’s family' })).toBe(entry)
  await user.click(entry)
  expect(choose).toHaveBeenCalledOnce()
})
