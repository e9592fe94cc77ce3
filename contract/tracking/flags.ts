/** Reasons to reject a hit from the start: it never becomes a lead, and is stored only to explain why on screens. */
const hitFlags = ['host', 'origin', 'bot', 'datacentre'] as const
export type HitFlag = (typeof hitFlags)[number]
