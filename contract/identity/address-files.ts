/** Maximum records per file (K058). */
export const maxRecords = 10_000
/** T125. */
export const onlyCsvText = 'Invalid file format. This upload only supports CSV files.'
