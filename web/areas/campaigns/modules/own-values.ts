/** Site ID's values in the campaign's form. */
export type SiteValues = { siteUrl: string; usesTagManager: boolean }

/** What single modules have in the form beside what all have. */
export type OwnValues = SiteValues
