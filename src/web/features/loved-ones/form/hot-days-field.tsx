import { useQuery } from '@tanstack/react-query'
import { FORECAST_GOOD_FOR_MS, forecastAge } from '#core/hot-days/forecast-age.ts'
import { MADE_UP_FORECAST } from '#core/hot-days/forecast-source.ts'
import { hotDaysQuery } from '#web/domain/hot-days/hot-days-query.ts'
import { townsQuery } from '#web/domain/hot-days/towns-query.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { useNow } from '#web/lib/use-now.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import type { LovedOneForm } from './loved-one-fields.tsx'

const NONE = 'none'

/** For which town we look at the forecast, and how old that is; nothing where this Cooee looks at none. */
export function HotDaysField({ form }: { form: LovedOneForm }) {
  const { data } = useQuery(hotDaysQuery())
  const now = useNow()
  const towns = useQuery({ ...townsQuery(), enabled: data?.isOn === true }).data
  if (!data?.isOn || !towns) return null
  const options = [
    { value: NONE, label: 'Don’t look at the forecast' },
    ...towns.map(({ id, name, state }) => ({ value: id, label: `${name}, ${state}`, group: state })),
  ]
  const chosen = form.watch('hotDaysTown')
  const known = data.towns.find(({ town }) => town === chosen)
  return (
    <div>
      <SelectField
        form={form}
        name="hotDaysTown"
        label="Hot Days: Nearest Town"
        optional
        options={options}
        help="Before a very hot day we ask you whether to ring once more. Only the town’s place on the map leaves Cooee."
        held={{
          asValue: (held) => (typeof held === 'string' && held !== '' ? held : NONE),
          fromValue: (value) => (value === NONE ? null : value),
        }}
      />
      {data.isMadeUp && <p className="mt-2 muted">Forecasts are {MADE_UP_FORECAST}: always very hot in Mildura.</p>}
      {known && (
        <p className="mt-2 muted num" role="status">
          {standing(towns.find(({ id }) => id === known.town)?.name ?? 'that town', known.fetchedAt, now)}
        </p>
      )}
    </div>
  )
}

/** What we know of the town's forecast. */
function standing(town: string, fetchedAt: string | null, now: Date): string {
  if (fetchedAt === null) return `We have no forecast for ${town} yet.`
  const at = new Date(fetchedAt)
  const age = forecastAge(at, now, viewerZone())
  if (now.getTime() - at.getTime() < FORECAST_GOOD_FOR_MS) return `The forecast is from ${age}.`
  return `The forecast is from ${age}. That’s too old, so we offer no call until we have a newer one.`
}
