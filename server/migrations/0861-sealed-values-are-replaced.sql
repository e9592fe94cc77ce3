-- Values that the master key sealed are sealed again when it is replaced (decision 293).
grant update (answer_sealed) on developer_answer to leadloom_app;
grant update (sealed) on waiting_mail to leadloom_app;
