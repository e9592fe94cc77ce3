export const claimsPath = '/configuration/share-claims'
export const burstsPath = '/configuration/bursts'
export const returnedSharePath = '/configuration/returned-share'
