CREATE TABLE `fleet_samples` (
	`step` integer NOT NULL,
	`at` integer NOT NULL,
	`samples` integer NOT NULL,
	`groups` blob NOT NULL,
	PRIMARY KEY(`step`, `at`)
);
