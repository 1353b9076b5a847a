-- What became of an alert's message, after its words were deleted: a result, as everywhere else. Only the name changes;
-- like 0102 this needs every process of the release before to be stopped.
alter table alerts rename column message_fate to message_result;
alter table alerts rename constraint alerts_message_fate_check to alerts_message_result_check;
