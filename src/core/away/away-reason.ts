import type { AsksBy } from '../calls/call-vocabulary.ts'
import { shortName } from '../escalation/texts/parts/short-name.ts'

/** Why a call ended as `away`, as a sentence. `wasTried`: it had been, and is not tried again. */
export function awayReason(name: string, { asksBy, wasTried }: { asksBy: AsksBy; wasTried: boolean }): string {
  if (wasTried) return `${shortName(name)} is away, so we didn't try again.`
  return `${shortName(name)} was away, so we didn't ${asksBy === 'text' ? 'text' : 'ring'}.`
}
