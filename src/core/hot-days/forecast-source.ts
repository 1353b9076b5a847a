/**
 * Whose forecasts these are. Shown with each of them, with a link: they are licensed under CC BY 4.0. Source:
 * https://open-meteo.com/en/licence
 */
export const FORECAST_SOURCE = { name: 'Open-Meteo', link: 'https://open-meteo.com/' } as const

/** In its place where no forecast was fetched at all. */
export const MADE_UP_FORECAST = 'made up by the sandbox'
