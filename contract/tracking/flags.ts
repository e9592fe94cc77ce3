/** What speaks against a hit from the start: it is kept for the screen that answers why there is no lead, and is none. */
const hitFlags = ['host', 'origin', 'bot', 'datacentre'] as const
export type HitFlag = (typeof hitFlags)[number]
