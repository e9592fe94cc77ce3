/** The specification's addresses, with its capitals (S025, S026). */
export const audiencePath = '/Audience'
export const organizationsPath = '/Client'
