CREATE TABLE `health_samples` (
	`at` integer PRIMARY KEY NOT NULL,
	`calls` real NOT NULL,
	`errors` real NOT NULL,
	`p99` real,
	`lag` real NOT NULL,
	`memory` integer NOT NULL,
	`disk_used` integer NOT NULL,
	`disk_free` integer NOT NULL,
	`commit` real,
	`telemetry` real,
	`online` integer NOT NULL
);
