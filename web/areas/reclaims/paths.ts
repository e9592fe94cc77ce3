export const returnedSharePath = '/configuration/returned-share'
