/** Maximum records per file (K058). */
export const mostRecords = 10_000
/** T125. */
export const onlyCsvText = 'Invalid file format. This upload only supports CSV files.'
