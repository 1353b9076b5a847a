import type { Page } from 'playwright-core'
import type { FakeAnswers } from '../fake-answers.ts'

/** A state of a screen, and the steps that lead to it. */
export interface ScreenState {
  name: string
  path: string
  /** What the server seems to answer. */
  answers?: FakeAnswers
  /** Resolves when all that belongs to the state is there; `act` comes after. */
  ready(page: Page): Promise<unknown>
  /** What the person does to see it; it ends by waiting for what they see. */
  act?(page: Page): Promise<unknown>
  /** Only where the window is at least this wide, or less wide. */
  only?: 'desktop' | 'phone'
}
