/** URLs with the specification's capitals (S025, S026). */
export const audiencePath = '/Audience'
export const audienceListsPath = '/Audience/lists'
export const organizationsPath = '/Client'

/** One audience's page, or the form for a new one. */
export const audienceEditPath = (id: string): string => `${audiencePath}/${id || 'new'}`
