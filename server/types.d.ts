declare module 'zipcodes'
