import type { CallsDeps } from '#server/features/calls/public.ts'
import type { EnqueueNotice } from '#server/features/notifications/public.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import type { Forecast } from '../../adapters/forecast/forecast.ts'

/** What deciding about offers needs from the outside. */
export interface HotDaysDeps extends CallsDeps {
  sealing: Sealing
  /** Left out where no source of forecasts is configured: then there are no offers. */
  forecast?: Forecast | undefined
}

/** What a worker needs to make them. */
export interface OffersDeps extends Pick<HotDaysDeps, 'db' | 'clock' | 'sealing' | 'forecast'> {
  log: Logger
  enqueueNotice: EnqueueNotice
  /** Where the screens are, for links. */
  publicUrl: string
}
