/** Where a forecast can be looked at. */
export interface Town {
  readonly id: string
  readonly name: string
  readonly state: State
  /** In degrees, rounded to a tenth: about ten kilometres. */
  readonly latitude: number
  readonly longitude: number
  /** From how many degrees Celsius a day is very hot there. */
  readonly veryHotFrom: number
  /** Whose calendar its days are of. */
  readonly timezone: string
}

export const STATES = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const
export type State = (typeof STATES)[number]

const ZONES: Readonly<Record<State, string>> = {
  ACT: 'Australia/Sydney',
  NSW: 'Australia/Sydney',
  NT: 'Australia/Darwin',
  QLD: 'Australia/Brisbane',
  SA: 'Australia/Adelaide',
  TAS: 'Australia/Hobart',
  VIC: 'Australia/Melbourne',
  WA: 'Australia/Perth',
}

/** In Tasmania, in the cool highlands, and on the humid coast of the north, where fewer degrees are as hard to bear. */
const COOL_OR_HUMID = 35
const USUAL = 38
/** Inland and in the north-west, where 38 degrees are an ordinary summer's day. */
const HOT = 41

type Row = readonly [name: string, latitude: number, longitude: number, veryHotFrom?: number, timezone?: string]

/** Bands of our own, and no climate statistics: docs/decisions/0091-a-hot-day-is-an-offer.md says why. */
const TOWNS_OF: Readonly<Record<State, readonly Row[]>> = {
  ACT: [['Canberra', -35.3, 149.1]],
  NSW: [
    ['Albury', -36.1, 146.9],
    ['Armidale', -30.5, 151.7, COOL_OR_HUMID],
    ['Bathurst', -33.4, 149.6],
    ['Bega', -36.7, 149.8],
    ['Bourke', -30.1, 145.9, HOT],
    ['Broken Hill', -32, 141.5, HOT, 'Australia/Broken_Hill'],
    ['Coffs Harbour', -30.3, 153.1],
    ['Cooma', -36.2, 149.1, COOL_OR_HUMID],
    ['Dubbo', -32.2, 148.6],
    ['Gosford', -33.4, 151.3],
    ['Goulburn', -34.8, 149.7],
    ['Griffith', -34.3, 146],
    ['Katoomba', -33.7, 150.3, COOL_OR_HUMID],
    ['Lismore', -28.8, 153.3],
    ['Moree', -29.5, 149.8, HOT],
    ['Newcastle', -32.9, 151.8],
    ['Nowra', -34.9, 150.6],
    ['Orange', -33.3, 149.1, COOL_OR_HUMID],
    ['Penrith', -33.8, 150.7],
    ['Port Macquarie', -31.4, 152.9],
    ['Sydney', -33.9, 151.2],
    ['Tamworth', -31.1, 150.9],
    ['Wagga Wagga', -35.1, 147.4],
    ['Wollongong', -34.4, 150.9],
  ],
  NT: [
    ['Alice Springs', -23.7, 133.9, HOT],
    ['Darwin', -12.5, 130.8, COOL_OR_HUMID],
    ['Katherine', -14.5, 132.3, HOT],
    ['Nhulunbuy', -12.2, 136.8, COOL_OR_HUMID],
    ['Tennant Creek', -19.6, 134.2, HOT],
  ],
  QLD: [
    ['Brisbane', -27.5, 153, COOL_OR_HUMID],
    ['Bundaberg', -24.9, 152.3, COOL_OR_HUMID],
    ['Cairns', -16.9, 145.8, COOL_OR_HUMID],
    ['Charleville', -26.4, 146.2, HOT],
    ['Emerald', -23.5, 148.2],
    ['Gladstone', -23.8, 151.3, COOL_OR_HUMID],
    ['Gold Coast', -28, 153.4, COOL_OR_HUMID],
    ['Hervey Bay', -25.3, 152.8, COOL_OR_HUMID],
    ['Ipswich', -27.6, 152.8],
    ['Longreach', -23.4, 144.3, HOT],
    ['Mackay', -21.1, 149.2, COOL_OR_HUMID],
    ['Mount Isa', -20.7, 139.5, HOT],
    ['Rockhampton', -23.4, 150.5],
    ['Roma', -26.6, 148.8],
    ['Sunshine Coast', -26.7, 153.1, COOL_OR_HUMID],
    ['Toowoomba', -27.6, 152, COOL_OR_HUMID],
    ['Townsville', -19.3, 146.8, COOL_OR_HUMID],
  ],
  SA: [
    ['Adelaide', -34.9, 138.6],
    ['Coober Pedy', -29, 134.8, HOT],
    ['Mount Gambier', -37.8, 140.8],
    ['Murray Bridge', -35.1, 139.3],
    ['Port Augusta', -32.5, 137.8, HOT],
    ['Port Lincoln', -34.7, 135.9],
    ['Port Pirie', -33.2, 138],
    ['Renmark', -34.2, 140.7, HOT],
    ['Victor Harbor', -35.6, 138.6],
    ['Whyalla', -33, 137.6],
  ],
  TAS: [
    ['Burnie', -41.1, 145.9, COOL_OR_HUMID],
    ['Devonport', -41.2, 146.4, COOL_OR_HUMID],
    ['Hobart', -42.9, 147.3, COOL_OR_HUMID],
    ['Launceston', -41.4, 147.1, COOL_OR_HUMID],
    ['Queenstown', -42.1, 145.6, COOL_OR_HUMID],
  ],
  VIC: [
    ['Bairnsdale', -37.8, 147.6],
    ['Ballarat', -37.6, 143.9],
    ['Bendigo', -36.8, 144.3],
    ['Geelong', -38.1, 144.4],
    ['Horsham', -36.7, 142.2],
    ['Melbourne', -37.8, 145],
    ['Mildura', -34.2, 142.2, HOT],
    ['Shepparton', -36.4, 145.4],
    ['Swan Hill', -35.3, 143.6, HOT],
    ['Traralgon', -38.2, 146.5],
    ['Wangaratta', -36.4, 146.3],
    ['Warrnambool', -38.4, 142.5],
  ],
  WA: [
    ['Albany', -35, 117.9],
    ['Broome', -18, 122.2],
    ['Bunbury', -33.3, 115.6],
    ['Carnarvon', -24.9, 113.7],
    ['Esperance', -33.9, 121.9],
    ['Geraldton', -28.8, 114.6],
    ['Kalgoorlie', -30.7, 121.5, HOT],
    ['Karratha', -20.7, 116.8, HOT],
    ['Kununurra', -15.8, 128.7, HOT],
    ['Mandurah', -32.5, 115.7],
    ['Newman', -23.4, 119.7, HOT],
    ['Northam', -31.7, 116.7],
    ['Perth', -32, 115.9],
    ['Port Hedland', -20.3, 118.6, HOT],
  ],
}

/** Every town that can be chosen, by state and then in order of the alphabet. */
export const TOWNS: readonly Town[] = STATES.flatMap((state) =>
  TOWNS_OF[state].map(([name, latitude, longitude, veryHotFrom = USUAL, timezone = ZONES[state]]) => ({
    ...{ id: name.toLowerCase().replaceAll(' ', '-'), name, state, latitude, longitude, veryHotFrom, timezone },
  })),
)

const BY_ID: ReadonlyMap<string, Town> = new Map(TOWNS.map((town) => [town.id, town]))

/** A town by its id; undefined for one that is offered no more. */
export const townOf = (id: string): Town | undefined => BY_ID.get(id)
