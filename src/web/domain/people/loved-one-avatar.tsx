import clsx from 'clsx'
import { firstCharacter } from '#core/format/initials.ts'

interface LovedOneAvatarProps {
  id: number
  name: string
  size?: 'sm' | 'md' | 'lg'
}

/** The first character of a name on one of five tints, the same tint for the same person everywhere. Decoration only. */
export function LovedOneAvatar({ id, name, size = 'md' }: LovedOneAvatarProps) {
  return (
    <span className={clsx('avatar', `av${(id % 5) + 1}`, size !== 'md' && `avatar--${size}`)} aria-hidden="true">
      {firstCharacter(name) || '?'}
    </span>
  )
}
