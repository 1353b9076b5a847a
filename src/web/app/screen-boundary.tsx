import { Component, type ReactNode } from 'react'
import type { Place } from '#web/lib/routing/history.ts'
import { ScreenFailure } from './screen-failure.tsx'

interface Props {
  place: Place
  children: ReactNode
}

/** What is drawn instead of a screen that fails, until somebody goes elsewhere. */
export class ScreenBoundary extends Component<Props, { hasFailed: boolean; place: Place }> {
  override state = { hasFailed: false, place: this.props.place }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ place }: Props, state: { place: Place }) {
    return place === state.place ? null : { place, hasFailed: false }
  }

  override render() {
    return this.state.hasFailed ? <ScreenFailure /> : this.props.children
  }
}
