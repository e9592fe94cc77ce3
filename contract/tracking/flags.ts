/** Reasons to reject a hit from the start: it never becomes a lead, and is stored only to explain why on screens. */
const hitFlags = ['host', 'origin', 'bot', 'datacentre'] as const
/** Stored where a flag would be, although the hit counts: its page hid its origin, which a resolver weighs. */
export const hiddenOrigin = 'hidden'
export type HitFlag = (typeof hitFlags)[number]
