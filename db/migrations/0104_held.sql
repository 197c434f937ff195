-- expand: a number that another piece of work holds.
select 1;
