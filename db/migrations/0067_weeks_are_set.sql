-- expand: every row of words has its week. No program calls the procedure.
drop procedure set_weeks_of_words();
