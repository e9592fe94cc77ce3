/** Days that reports name are days of this zone (K027). */
export const reportTimeZone = 'America/New_York'
