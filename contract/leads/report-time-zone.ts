/** The time zone of the days in reports (K027). */
export const reportTimeZone = 'America/New_York'
