#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
# Makes the ROS 2 package tandem_msgs of the messages, services and actions in interfaces, for
# machines that have ROS 2:
#   tools/make_ros_package.sh ~/ros2_ws/src && cd ~/ros2_ws && colcon build --packages-select tandem_msgs
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: make_ros_package.sh FOLDER, which gets the package as FOLDER/tandem_msgs" >&2; exit 2; }
root=$(readlink -f "$(dirname "$0")/..")
package=$1/tandem_msgs
version=$(sed -n 's/^project(tandem VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")

for kind in msg srv action; do
  mkdir -p "$package/$kind"
  rm -f "$package/$kind"/*."$kind"
  cp "$root/interfaces/$kind"/*."$kind" "$package/$kind"
done
cp "$root/LICENSE" "$package"
files=$(cd "$package" && printf '  "%s"\n' msg/*.msg srv/*.srv action/*.action)
# types of other packages are written package/Type; every action needs action_msgs
depends=$( (echo action_msgs/; sed 's/#.*//' "$package"/msg/*.msg "$package"/srv/*.srv "$package"/action/*.action) |
  grep -o '^ *[a-z0-9_]*/' | tr -d ' /' | sort -u)

cat >"$package/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.8)
project(tandem_msgs)

find_package(ament_cmake REQUIRED)
find_package(rosidl_default_generators REQUIRED)
$(for name in $depends; do echo "find_package($name REQUIRED)"; done)

rosidl_generate_interfaces(\${PROJECT_NAME}
$files
  DEPENDENCIES $(echo $depends)
)
ament_export_dependencies(rosidl_default_runtime)
ament_package()
CMAKE

cat >"$package/package.xml" <<XML
<?xml version="1.0"?>
<?xml-model href="http://download.ros.org/schema/package_format3.xsd" schematypens="http://www.w3.org/2001/XMLSchema"?>
<package format="3">
  <name>tandem_msgs</name>
  <version>$version</version>
  <description>Messages of Tandem, a mixed-reality environment for robot-in-the-loop testing</description>
  <maintainer email="tandem@example.org">The Tandem contributors</maintainer>
  <license>Apache-2.0</license>
  <buildtool_depend>ament_cmake</buildtool_depend>
  <buildtool_depend>rosidl_default_generators</buildtool_depend>
$(for name in $depends; do echo "  <depend>$name</depend>"; done)
  <exec_depend>rosidl_default_runtime</exec_depend>
  <member_of_group>rosidl_interface_packages</member_of_group>
  <export>
    <build_type>ament_cmake</build_type>
  </export>
</package>
XML
echo "made $package"
