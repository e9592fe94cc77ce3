-- Who looks after an agency is asked of `agency_staff`; nothing reads companies by their sales representative.
drop index agency_of_staff;
