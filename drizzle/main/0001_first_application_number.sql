-- Applications are numbered from 10001 up (console-api.md).
INSERT INTO sqlite_sequence (name, seq) VALUES ('applications', 10000);
