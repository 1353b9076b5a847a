import { useMutation } from '@tanstack/react-query'
import type { SandboxPhone } from '#contract/sandbox.ts'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { type Choice, choiceOf, choicesOf, nameOf } from './phone-words.ts'
import { playing } from './sandbox-api.ts'
import { remember, useSandboxMemory } from './sandbox-memory.ts'
import { useReported } from './use-reported.ts'

/** What a phone does when Cooee rings or writes. */
export function PhoneSettings({ phone }: { phone: SandboxPhone }) {
  const { byHand } = useSandboxMemory()
  const set = useMutation({ mutationFn: playing.set, ...useReported() })
  const { number } = phone
  const choices = choicesOf(phone)
  function choose(value: string) {
    const choice = choices.find((known) => known.value === value)?.value ?? 'as-number'
    remember({ byHand: { ...byHand, [number]: choice === 'by-hand' } })
    set.mutate({ number, behaviour: behaviourOf(choice) })
  }
  return (
    <div className="sb-settings">
      <Select
        label={`When Cooee rings ${nameOf(phone)}`}
        options={choices}
        value={choiceOf(phone, byHand)}
        onChange={choose}
      />
      <Switch
        checked={phone.texts === 'delivered'}
        onChange={({ target }) => set.mutate({ number, texts: target.checked ? 'delivered' : 'undelivered' })}
        aria-label={`Texts reach ${nameOf(phone)}’s phone`}
      >
        Texts arrive
      </Switch>
    </div>
  )
}

function behaviourOf(choice: Choice) {
  return choice === 'by-hand' || choice === 'as-number' ? null : choice
}
