import type { ComponentType } from 'react'
import type { PublicAddress } from '#contract/public-pages.ts'
import { LANDING_TITLE, Landing } from './landing.tsx'
import { About } from './pages/about.tsx'
import { Contact } from './pages/contact.tsx'
import { Privacy } from './pages/privacy.tsx'
import { Terms } from './pages/terms.tsx'

/** A page that anybody may read: what it shows, and what it says of itself to search engines and where it is shared. */
export interface PublicPage {
  address: PublicAddress
  /** Its heading, and the first part of its title. */
  title: string
  /** One or two sentences, 160 characters at most: that is what search engines show. */
  description: string
  /** The same where nobody is charged, if that is another. */
  freeDescription?: string
  /** What schema.org calls it. */
  kind: 'WebPage' | 'ContactPage' | 'AboutPage'
  Page: ComponentType
}

export const PUBLIC_PAGES: readonly PublicPage[] = [
  {
    address: '/',
    title: LANDING_TITLE,
    description:
      'AI-powered automated check-in calls for your mum, your dad, or anyone who counts on you. Cooee gives them a ring, and lets you know how it went.',
    kind: 'WebPage',
    Page: Landing,
  },
  {
    address: '/terms',
    title: 'Terms',
    description:
      'What you agree to when you use Cooee: the free trial, the price, what happens when a payment fails, and what Cooee isn’t.',
    freeDescription: 'What you agree to when you use Cooee: what it does, what it isn’t, and what we ask of you.',
    kind: 'WebPage',
    Page: Terms,
  },
  {
    address: '/privacy',
    title: 'Privacy',
    description:
      'What Cooee keeps about you and the people it rings, who else sees it, for how long, and how to get it or delete it.',
    kind: 'WebPage',
    Page: Privacy,
  },
  {
    address: '/contact',
    title: 'Contact',
    description:
      'Who to write to about your account, a call or your data, and what to do if Cooee rang you and you don’t know why.',
    kind: 'ContactPage',
    Page: Contact,
  },
  {
    address: '/about',
    title: 'About',
    description:
      'Where the name comes from, what Cooee does on the phone, what happens when nobody answers, and what it doesn’t do.',
    kind: 'AboutPage',
    Page: About,
  },
]
