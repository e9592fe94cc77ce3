export const claimsPath = '/configuration/share-claims'
export const returnedSharePath = '/configuration/returned-share'
