/** Queued by the collector for a visitor who said no after being known. */
export const withdrawalJobName = 'withdraw-consent'
